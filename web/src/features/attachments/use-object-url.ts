import { useEffect, useState } from "react";

/** A `blob:` URL for `content`, revoked when the component unmounts; `null` before the first effect. */
export function useObjectUrl(content: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (content === null) return;
    const objectUrl = URL.createObjectURL(content);
    setUrl(objectUrl);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(objectUrl);
    };
  }, [content]);
  return url;
}
