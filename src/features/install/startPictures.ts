/**
 * A picture that iOS shows while the installed app starts, for screens of one size: CSS pixels, and how many dots each
 * has.
 */
interface StartPicture {
  file: string
  width: number
  height: number
  ratio: number
}

/** iPhones since the SE of 2020, upright, as they are held. Other devices show the ground of the page. */
const screens = [
  [375, 667, 2],
  [414, 896, 2],
  [375, 812, 3],
  [390, 844, 3],
  [393, 852, 3],
  [402, 874, 3],
  [430, 932, 3],
  [440, 956, 3],
] as const

/** One picture for both themes. */
export const startPictures: readonly StartPicture[] = screens.map(([width, height, ratio]) => ({
  file: `/startup/${width * ratio}x${height * ratio}.png`,
  width,
  height,
  ratio,
}))

/**
 * Names the start pictures in the document. iOS reads them when a page is added to the home screen, so they come with
 * the app rather than in the head of every page.
 */
export function nameStartPictures(): void {
  const capable = document.createElement('meta')
  capable.name = 'apple-mobile-web-app-capable'
  capable.content = 'yes'
  const links = startPictures.map(({ file, width, height, ratio }) => {
    const link = document.createElement('link')
    link.rel = 'apple-touch-startup-image'
    link.media = `(device-width: ${width}px) and (device-height: ${height}px) and (-webkit-device-pixel-ratio: ${ratio}) and (orientation: portrait)`
    link.href = file
    return link
  })
  document.head.append(capable, ...links)
}
