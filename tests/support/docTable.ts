import { readFile, writeFile } from 'node:fs/promises'
import { format } from 'oxfmt'

/**
 * Replaces a table on a page of `docs/`, between the comments that name it. The rest of the page is written by people.
 *
 * @param page the page's file name in `docs/`
 * @param name the table's name, as in `<!-- name -->` and `<!-- end of name -->`
 * @param table Markdown, before formatting
 * @throws if the page has no place for the table
 */
export async function writeDocTable(page: string, name: string, table: string): Promise<void> {
  const file = new URL(`../../docs/${page}`, import.meta.url)
  const text = await readFile(file, 'utf8')
  const place = new RegExp(`(<!-- ${name} -->).*(<!-- end of ${name} -->)`, 's')
  if (!place.test(text)) throw new Error(`docs/${page} has no place for the table "${name}".`)
  const written = text.replace(place, (_all, begin: string, end: string) => `${begin}\n\n${table}\n\n${end}`)
  await writeFile(file, (await format(page, written)).code)
}
