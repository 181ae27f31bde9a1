const words = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')))

/** The HTML of rich texts: text, its structure, links and pictures. No styles, forms, frames, scripts or handlers. */
export const allowedTags = words(
  'p br hr h2 h3 h4 h5 h6 blockquote pre code div span figure figcaption img',
  'a strong b em i u s del small sub sup mark abbr cite q time wbr',
  'ul ol li dl dt dd details summary',
  'table caption thead tbody tfoot tr th td',
)

export const allowedAttributes = words(
  'href src alt title width height id lang datetime open',
  'start reversed colspan rowspan scope headers',
)

/** Pictures of this site: the Content-Security-Policy blocks others, which would only fill the console. */
export const ownPicture = /^(?:\/(?!\/)|data:image\/)/
