/**
 * The element that html5-qrcode puts its video into. The library starts the video without handling the promise, so
 * leaving the scanner before the first frame would be an unhandled rejection, and it throws strings from the video's
 * event handlers, which nothing can catch. The host intercepts the video before the library starts it.
 */
export interface VideoHost {
  element: HTMLElement
  /** Removes the host and its video from the page. */
  remove: () => void
}

/** Adds a host to a place in the page. */
export function createVideoHost(place: HTMLElement): VideoHost {
  const element = document.createElement('div')
  element.append = (...nodes) => {
    for (const node of nodes) if (node instanceof HTMLVideoElement) handlePlayRejection(node)
    Element.prototype.append.apply(element, nodes)
  }
  place.append(element)
  return { element, remove: () => element.remove() }
}

function handlePlayRejection(video: HTMLVideoElement): void {
  const play = video.play.bind(video)
  // A video that does not start shows no frame, which the wait for the first frame notices.
  video.play = () => play().catch(() => undefined)
}

/** Removes the throwing handlers and the fixed width that html5-qrcode has set on the video. */
export function resetVideo(video: HTMLVideoElement): void {
  for (const handler of ['onabort', 'onerror'] as const) video[handler] = null
  video.style.removeProperty('width')
}
