import { defaultLanguage, type Language, languages, languageTable } from '#contract/language.ts'
import type { StoredTexts } from '#server/store/tables.ts'
import type { Problem, Problems } from './problems.ts'
import { blanksIn } from '#server/content/entries.ts'
import { placeholdersOf } from '#server/content/fillIn.ts'
import { type GroupName, type TextField, textsOf } from '#server/content/groups.ts'
import { htmlIn, linksOf, shallowHeadings } from '#server/content/markdown.ts'
import { textFileOf } from './textFile.ts'

/** Allowed link targets: a page of the app, an anchor, an external address, email, telephone. */
const allowedLink = /^(?:\/\{lang\}(?:[/?#]|$)|#|https:\/\/|mailto:|tel:)/

/** What is wrong with a text, each completing a sentence that begins with its name. */
function flawsOf(text: string, kind: TextField['kind'], placeholders: readonly string[]): string[] {
  if (text.includes('\0')) return ['has a character that no text can have']
  if (kind === 'line' && text.includes('\n')) return ['must be one line']
  const unknown = [...text.matchAll(/\{(\w+)\}/g)]
    .filter(([, name = '']) => !placeholders.includes(name))
    .map(([words]) => `has ${words}, which is none of {${placeholders.join('}, {')}}`)
  // In its file, such a line begins another text, also where Markdown takes it for code.
  const parts = /^#{1,2}[ \t]/m.test(text) ? ['has a line that begins with # or ##'] : []
  if (kind === 'line') return [...unknown, ...parts]
  const headings = shallowHeadings(text).map((one) => `has the heading “${one}”, but headings begin with ###`)
  const links = linksOf(text)
    .filter((link) => !allowedLink.test(link))
    .map((link) => `has a link to “${link}”, but links begin with /{lang}/, #, https://, mailto: or tel:`)
  return [...unknown, ...headings, ...(headings.length === 0 ? parts : []), ...links]
}

/** Reports a missing text: an error in English, a warning in other languages, which fall back to English. */
function checkPresence(
  problemOf: (flaw: string) => Problem,
  language: Language,
  field: TextField,
  texts: StoredTexts[string],
  problems: Problems,
) {
  if (texts[language]) return
  if (language === defaultLanguage) {
    if (field.required) problems.errors.push(problemOf('is missing'))
  } else if (texts[defaultLanguage]) problems.warnings.push(problemOf('is missing'))
}

/** Checks that a group's entries have the required texts, and that each text is of its kind. */
export function checkTexts(
  name: GroupName,
  entries: readonly { key: string; texts: StoredTexts }[],
  problems: Problems,
): void {
  const placeholders = placeholdersOf(name)
  for (const language of languages)
    for (const { key, texts } of entries)
      for (const [field, declared] of textsOf(name)) {
        const place = textFileOf(name, language)
        const subject = `${key}: ## ${field} in ${languageTable[language].englishName}`
        const problemOf = (flaw: string): Problem => ({
          place,
          sentence: `${subject} ${flaw}`,
          at: { key, field, language, flaw },
        })
        const text = texts[field] ?? {}
        checkPresence(problemOf, language, declared, text, problems)
        for (const flaw of flawsOf(text[language] ?? '', declared.kind, placeholders))
          problems.errors.push(problemOf(flaw))
        for (const blank of blanksIn(text[language] ?? ''))
          problems.warnings.push(problemOf(`has the blank ${blank}, which is to be filled in`))
        if (declared.kind === 'line') continue
        for (const html of htmlIn(text[language] ?? ''))
          problems.warnings.push(problemOf(`has “${html}”, which readers see as it is written`))
      }
}
