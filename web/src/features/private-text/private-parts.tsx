import { formatCount } from "@logbook/domain";
import { useEffect, useId, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { excerptOf } from "./excerpt.ts";
import type { Finding } from "./find-private.ts";
import { isLeftIn, type LeftIn, type SearchedFile, searchFile, strikeFile } from "./look-through.ts";
import { KIND_LABELS } from "./rules.ts";

// A log may have many thousands of findings.
const SHOWN_AT_ONCE = 50;

interface PrivatePartsProps {
  fileName: string;
  original: Blob;
  leftIn: LeftIn;
  isLocked: boolean;
  /** Called with the file as it will then be stored. */
  onChange: (leftIn: LeftIn, content: Blob) => void;
}

/** What is likely private in a text file: each finding with its line, and whether it is struck out. */
export function PrivateParts({ fileName, original, leftIn, isLocked, onChange }: PrivatePartsProps) {
  const [searched, setSearched] = useState<SearchedFile | null>(null);
  const [shownCount, setShownCount] = useState(SHOWN_AT_ONCE);
  useEffect(() => {
    let isCurrent = true;
    void searchFile(original).then((result) => isCurrent && setSearched(result));
    return () => {
      isCurrent = false;
    };
  }, [original]);
  if (searched === null) return null;
  const { file, findings } = searched;
  const change = (next: LeftIn) => !isLocked && onChange(next, strikeFile(original, searched, next));
  const toggle = (index: number) => {
    const indexes = leftIn === "all" ? findings.map((_, position) => position) : leftIn;
    change(indexes.includes(index) ? indexes.filter((other) => other !== index) : [...indexes, index]);
  };
  const hiddenCount = findings.length - shownCount;
  return (
    <fieldset className="rounded-md border border-rule bg-sunken p-3">
      <legend className="sr-only">{`Likely private in ${fileName}`}</legend>
      <p className="text-sm">
        What is ticked is struck out of the file before it is sent. Only likely things are found: please look through
        the file yourself, too.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" aria-disabled={isLocked || undefined} onClick={() => change([])}>
          Strike out all
        </Button>
        <Button size="sm" aria-disabled={isLocked || undefined} onClick={() => change("all")}>
          Leave all in
        </Button>
      </div>
      <ul className="mt-2 divide-y divide-rule">
        {findings.slice(0, shownCount).map((finding, index) => (
          <FindingRow
            key={finding.start}
            text={file.text}
            finding={finding}
            isStruck={!isLeftIn(leftIn, index)}
            isLocked={isLocked}
            onToggle={() => toggle(index)}
          />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <Button size="sm" className="mt-2" onClick={() => setShownCount(shownCount + SHOWN_AT_ONCE)}>
          {`Show more (${formatCount(hiddenCount)})`}
        </Button>
      )}
    </fieldset>
  );
}

interface FindingRowProps {
  text: string;
  finding: Finding;
  isStruck: boolean;
  isLocked: boolean;
  onToggle: () => void;
}

function FindingRow({ text, finding, isStruck, isLocked, onToggle }: FindingRowProps) {
  const id = useId();
  const { before, found, after } = excerptOf(text, finding);
  return (
    <li className="flex items-start gap-3 py-2">
      <input
        id={id}
        type="checkbox"
        checked={isStruck}
        aria-describedby={`${id}-line`}
        aria-disabled={isLocked || undefined}
        className="mt-1 size-5 shrink-0 accent-accent"
        onChange={onToggle}
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block font-semibold text-sm">
          {`Line ${formatCount(finding.line)}: ${KIND_LABELS[finding.kind]}`}
        </label>
        <p id={`${id}-line`} dir="auto" className="wrap-anywhere font-mono text-xs">
          <span>{before}</span>
          {isStruck ? (
            <del className="font-semibold text-red">{found}</del>
          ) : (
            <span className="font-semibold">{found}</span>
          )}
          <span>{after}</span>
        </p>
      </div>
    </li>
  );
}
