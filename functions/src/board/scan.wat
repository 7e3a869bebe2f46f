;; Looks through texts for those that hold some bytes (search-texts.ts says how they stand in the memory).
;; scan.ts has this module assembled; its test says what belongs there after a change.
(module
  (import "texts" "memory" (memory 1))

  ;; Writes the index of each text that holds the wanted bytes to `found`, 4 bytes each in ascending order, and gives
  ;; how many they are. All else are places in the memory:
  ;;   text, end        of the texts, one right after the other, each with a zero behind it; what is wanted has no zero,
  ;;                    so nothing is found across two; 64 more zeros follow the last, for they are looked at as well
  ;;   starts           where each text begins and the last one ends, 4 bytes each
  ;;   wanted, length   what is searched for
  ;;   first, second    which two of the wanted bytes are looked for: the rarest ones
  (func (export "scan")
    (param $text i32) (param $end i32) (param $starts i32)
    (param $wanted i32) (param $length i32) (param $first i32) (param $second i32)
    (param $found i32) (result i32)
    (local $firsts v128) (local $seconds v128)
    (local $index i32) (local $at i32) (local $a i32) (local $b i32) (local $last i32)
    (local $hits0 v128) (local $hits1 v128) (local $hits2 v128) (local $hits3 v128)
    (local $hits i64) (local $hit i32) (local $same i32) (local $next i32) (local $out i32)

    (local.set $firsts (i8x16.splat (i32.load8_u (i32.add (local.get $wanted) (local.get $first)))))
    (local.set $seconds (i8x16.splat (i32.load8_u (i32.add (local.get $wanted) (local.get $second)))))
    (local.set $at (local.get $text))
    (local.set $last (i32.sub (local.get $end) (local.get $length)))
    (local.set $out (local.get $found))

    (block $done
      (loop $bytes
        (br_if $done (i32.gt_u (local.get $at) (local.get $last)))
        ;; Where both bytes stand as they do in what is wanted, at 64 places at once.
        (local.set $a (i32.add (local.get $at) (local.get $first)))
        (local.set $b (i32.add (local.get $at) (local.get $second)))
        (local.set $hits0 (v128.and
          (i8x16.eq (v128.load (local.get $a)) (local.get $firsts))
          (i8x16.eq (v128.load (local.get $b)) (local.get $seconds))))
        (local.set $hits1 (v128.and
          (i8x16.eq (v128.load offset=16 (local.get $a)) (local.get $firsts))
          (i8x16.eq (v128.load offset=16 (local.get $b)) (local.get $seconds))))
        (local.set $hits2 (v128.and
          (i8x16.eq (v128.load offset=32 (local.get $a)) (local.get $firsts))
          (i8x16.eq (v128.load offset=32 (local.get $b)) (local.get $seconds))))
        (local.set $hits3 (v128.and
          (i8x16.eq (v128.load offset=48 (local.get $a)) (local.get $firsts))
          (i8x16.eq (v128.load offset=48 (local.get $b)) (local.get $seconds))))
        (local.set $next (i32.add (local.get $at) (i32.const 64)))

        (if (v128.any_true (v128.or
              (v128.or (local.get $hits0) (local.get $hits1))
              (v128.or (local.get $hits2) (local.get $hits3))))
          (then
            (local.set $hits (i64.or
              (i64.or
                (i64.extend_i32_u (i8x16.bitmask (local.get $hits0)))
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $hits1))) (i64.const 16)))
              (i64.or
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $hits2))) (i64.const 32))
                (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $hits3))) (i64.const 48)))))
            (block $looked
              (loop $each
                (local.set $hit (i32.add (local.get $at) (i32.wrap_i64 (i64.ctz (local.get $hits)))))
                (local.set $same (i32.const 0))
                (block $other
                  (loop $compare
                    (br_if $other (i32.ne
                      (i32.load8_u (i32.add (local.get $hit) (local.get $same)))
                      (i32.load8_u (i32.add (local.get $wanted) (local.get $same)))))
                    (local.set $same (i32.add (local.get $same) (i32.const 1)))
                    (br_if $compare (i32.lt_u (local.get $same) (local.get $length)))
                  )
                  ;; Found. Which text that is, and on from where it ends: each is found once.
                  (loop $skip
                    (if (i32.le_u (i32.load offset=4 (local.get $starts)) (local.get $hit))
                      (then
                        (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
                        (local.set $index (i32.add (local.get $index) (i32.const 1)))
                        (br $skip))))
                  (i32.store (local.get $out) (local.get $index))
                  (local.set $out (i32.add (local.get $out) (i32.const 4)))
                  (local.set $next (i32.load offset=4 (local.get $starts)))
                  (br $looked)
                )
                ;; Without the lowest one.
                (local.set $hits (i64.and (local.get $hits) (i64.sub (local.get $hits) (i64.const 1))))
                (br_if $each (i64.ne (local.get $hits) (i64.const 0)))
              )
            )
          )
        )
        (local.set $at (local.get $next))
        (br $bytes)
      )
    )
    (i32.shr_u (i32.sub (local.get $out) (local.get $found)) (i32.const 2))
  )
)
