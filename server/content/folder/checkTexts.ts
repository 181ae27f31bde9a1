import { type Language, languages } from '#contract/language.ts'
import type { StoredTexts } from '#server/store/tables.ts'
import type { Findings } from './problems.ts'
import { type GroupName, type TextField, textsOf } from '#server/content/groups.ts'
import { linksOf, shallowHeadings } from '#server/content/markdown.ts'
import { textFileOf } from './textFile.ts'

/** Where a link may lead: a page of the app, a place on the page, an address elsewhere, a mail or a telephone. */
const allowedLink = /^(?:\/\{lang\}(?:[/?#]|$)|#|https:\/\/|mailto:|tel:)/

const languageNames: Record<Language, string> = { en: 'English', tc: 'Traditional Chinese', sc: 'Simplified Chinese' }

/** What is wrong with a text, as the ends of a sentence that begins with its name. */
function flawsOf(text: string, kind: TextField['kind']): string[] {
  if (text.includes('\0')) return ['has a character that no text can have']
  if (kind === 'line') return text.includes('\n') ? ['must be one line'] : []
  const headings = shallowHeadings(text).map((one) => `has the heading “${one}”, but headings begin with ###`)
  const links = linksOf(text)
    .filter((link) => !allowedLink.test(link))
    .map((link) => `has a link to “${link}”, but links begin with /{lang}/, #, https://, mailto: or tel:`)
  return [...headings, ...links]
}

/** Whether a text is missing that should be there: in English an error, in another language a warning, for people read it in English. */
function checkPresence(
  place: string,
  subject: string,
  language: Language,
  field: TextField,
  texts: StoredTexts[string],
  findings: Findings,
) {
  if (texts[language]) return
  if (language === 'en') {
    if (field.required) findings.errors.push({ place, sentence: `${subject} is missing` })
  } else if (texts.en) findings.warnings.push({ place, sentence: `${subject} is missing` })
}

/** Checks the texts of a group's entries: that what is needed is there, and that each is of its kind. */
export function checkTexts(
  name: GroupName,
  entries: readonly { key: string; texts: StoredTexts }[],
  findings: Findings,
): void {
  for (const language of languages)
    for (const { key, texts } of entries)
      for (const [field, declared] of textsOf(name)) {
        const place = textFileOf(name, language)
        const subject = `${key}: ## ${field} in ${languageNames[language]}`
        const text = texts[field] ?? {}
        checkPresence(place, subject, language, declared, text, findings)
        for (const flaw of flawsOf(text[language] ?? '', declared.kind))
          findings.errors.push({ place, sentence: `${subject} ${flaw}` })
      }
}
