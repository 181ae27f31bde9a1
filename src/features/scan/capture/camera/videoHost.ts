/**
 * Where html5-qrcode puts its video element. That class starts the video itself and lets go of the promise, so that leaving the
 * scanner before the first frame is an unhandled rejection; and it throws strings from the element's events, which nobody can
 * catch. The stage takes the element at the one moment before that, and answers for its promise.
 */
export interface Stage {
  element: HTMLElement
  /** Takes the stage and the video on it out of the page. */
  strike: () => void
}

export function openStage(place: HTMLElement): Stage {
  const element = document.createElement('div')
  element.append = (...nodes) => {
    for (const node of nodes) if (node instanceof HTMLVideoElement) quieten(node)
    Element.prototype.append.apply(element, nodes)
  }
  place.append(element)
  return { element, strike: () => element.remove() }
}

function quieten(video: HTMLVideoElement): void {
  const play = video.play.bind(video)
  // A video that does not start shows no frame, which is noticed by who waits for one.
  video.play = () => play().catch(() => undefined)
}

/** To be called when html5-qrcode has set up the video: takes its throwing listeners and its fixed width away. */
export function settle(video: HTMLVideoElement): void {
  for (const listener of ['onabort', 'onerror'] as const) video[listener] = null
  video.style.removeProperty('width')
}
