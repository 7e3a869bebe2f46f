/** How a picture is shown: `scale` 1 fits the window; `x` and `y` move its middle, in pixels of the window. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export const FITTING: Zoom = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 8;
export const ZOOM_STEP = 1.5;

interface Place {
  x: number;
  y: number;
}

/** Zooms by a factor. What is at `place`, measured from the middle of the window, stays there. */
export function zoomBy({ scale, x, y }: Zoom, factor: number, place: Place = { x: 0, y: 0 }): Zoom {
  const newScale = Math.min(MAX_SCALE, Math.max(1, scale * factor));
  if (newScale === 1) return FITTING;
  const ratio = newScale / scale;
  return { scale: newScale, x: place.x - (place.x - x) * ratio, y: place.y - (place.y - y) * ratio };
}

export const panBy = (zoom: Zoom, by: Place): Zoom => ({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y });

/** Keeps the middle of the window on a picture that is `width` × `height` large while it fits. */
export function keepInView({ scale, x, y }: Zoom, width: number, height: number): Zoom {
  const limit = (value: number, side: number) => {
    const max = ((scale - 1) * side) / 2;
    return Math.min(max, Math.max(-max, value));
  };
  return { scale, x: limit(x, width), y: limit(y, height) };
}
