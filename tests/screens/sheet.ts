/** One picture of one page. */
export interface Shot {
  /** The viewer and the name of the page: the sheet has a row for each. */
  row: string
  /** Language, screen and theme. */
  column: string
  /** The picture's name in the folder. */
  file: string
}

const style = `
  body { margin: 1rem; font: 14px/1.4 system-ui, sans-serif; background: #6b6b6b; color: #fff }
  .row { display: flex; gap: .75rem; overflow-x: auto; padding-bottom: 1rem }
  figure { margin: 0; flex: none }
  figcaption { padding-bottom: .25rem }
  img { display: block; height: 30rem; max-width: 40rem; object-fit: cover; object-position: top; background: #fff }
`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function figure({ row, column, file }: Shot): string {
  const address = encodeURIComponent(file)
  return `<figure><figcaption>${escaped(column)}</figcaption><a href="${address}"><img loading="lazy" src="${address}" alt="${escaped(`${row}, ${column}`)}"></a></figure>`
}

/** The page that shows all pictures: a row for each page, each picture links to its full size. */
export function contactSheet(shots: readonly Shot[]): string {
  const rows = Map.groupBy(shots, ({ row }) => row)
  const parts = [...rows].map(
    ([row, own]) => `<h2>${escaped(row)}</h2><div class="row">${own.map(figure).join('')}</div>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Club Bravo: every page</title><style>${style}</style><h1>Club Bravo: every page</h1>${parts.join('\n')}</html>\n`
}
