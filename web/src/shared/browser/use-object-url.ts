import { useEffect, useState } from "react";

/** A `blob:` URL for `content`; `null` until it exists. Revoked when `content` changes or the component unmounts. */
export function useObjectUrl(content: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!content) return;
    const objectUrl = URL.createObjectURL(content);
    setUrl(objectUrl);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setUrl(null);
    };
  }, [content]);
  return url;
}
