/** Dragging with mouse, pen or finger, in pixels of an element. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels below which a drag is a click. */
const STILL = 4;

/** Calls back while a person drags; `ended` says whether the pointer moved at all. */
export function onDrag(
  target: Element,
  frame: Element,
  signal: AbortSignal,
  moved: (from: Point, to: Point) => void,
  ended: (from: Point, to: Point, dragged: boolean) => void,
): void {
  let from: Point | null = null;
  let dragged = false;
  const point = (event: PointerEvent): Point => {
    const box = frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const listen = (type: string, callback: (event: PointerEvent) => void): void => {
    target.addEventListener(type, callback as EventListener, { signal });
  };
  listen("pointerdown", (event) => {
    if (event.button === 0) {
      from = point(event);
      dragged = false;
      target.setPointerCapture(event.pointerId);
      event.stopPropagation();
    }
  });
  listen("pointermove", (event) => {
    if (from !== null) {
      const to = point(event);
      dragged ||= Math.hypot(to.x - from.x, to.y - from.y) >= STILL;
      if (dragged) {
        moved(from, to);
      }
    }
  });
  listen("pointerup", (event) => {
    if (from !== null) {
      ended(from, point(event), dragged);
      from = null;
    }
  });
  listen("pointercancel", () => {
    from = null;
  });
}
