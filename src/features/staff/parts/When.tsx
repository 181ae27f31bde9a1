import { formatDate, formatDateTime } from '#src/i18n/dates.ts'
import { useLanguage } from '#src/i18n/activate.ts'

/** A moment in Hong Kong, in the pages' language; a dash where there is none. */
export function When({ at, day = false }: { at: string | null; day?: boolean }) {
  const lang = useLanguage()
  if (at === null) return '–'
  return <time dateTime={at}>{day ? formatDate(at, lang) : formatDateTime(at, lang)}</time>
}
