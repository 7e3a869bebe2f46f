import { type ReactNode, Suspense, use, useCallback, useEffect, useRef, useState } from "react";
import { Door } from "../live/door.tsx";
import type { Upload, UploadOutcome } from "./upload.ts";

type RoomModule = typeof import("../live/upload-room.tsx");

/** One try to enter the room in which uploads are possible; `ready` gives the way to upload, or `null` when it failed. */
interface Visit {
  turn: number;
  code: Promise<RoomModule>;
  ready: Promise<Upload | null>;
  settle: (upload: Upload | null) => void;
  failed: boolean;
}

function newVisit(turn: number): Visit {
  let resolve: (upload: Upload | null) => void = () => undefined;
  const ready = new Promise<Upload | null>((fulfil) => {
    resolve = fulfil;
  });
  const visit: Visit = {
    turn,
    code: import("../live/upload-room.tsx"),
    ready,
    settle(upload) {
      visit.failed = upload === null;
      resolve(upload);
    },
    failed: false,
  };
  return visit;
}

const NO_ROOM: UploadOutcome = {
  kind: "failed",
  reason: "The upload could not be started. Please check your connection and try again.",
  noAnswer: true,
};

/**
 * The way to upload files. Its code is big, so it is loaded only once `open` or `upload` asks for it; `room` has to be
 * drawn somewhere, though nothing of it is seen.
 */
export function useUploads(): { open: () => void; upload: Upload; room: ReactNode } {
  const latest = useRef<Visit | null>(null);
  const [visit, setVisit] = useState<Visit | null>(null);

  const enter = useCallback((): Promise<Upload | null> => {
    if (latest.current === null || latest.current.failed) {
      latest.current = newVisit((latest.current?.turn ?? 0) + 1);
      setVisit(latest.current);
    }
    return latest.current.ready;
  }, []);

  const upload = useCallback<Upload>(
    async (job) => {
      const go = await enter();
      return go === null ? NO_ROOM : go(job);
    },
    [enter],
  );

  // Whoever still waits when the form is closed is not left waiting.
  useEffect(() => () => latest.current?.settle(null), []);

  return {
    open: enter,
    upload,
    room: visit && (
      <Door key={visit.turn} onShut={() => visit.settle(null)}>
        <Suspense fallback={null}>
          <Room code={visit.code} onReady={visit.settle} />
        </Suspense>
      </Door>
    ),
  };
}

function Room({ code, onReady }: { code: Promise<RoomModule>; onReady: (upload: Upload) => void }) {
  const { UploadRoom } = use(code);
  return <UploadRoom onReady={onReady} />;
}
