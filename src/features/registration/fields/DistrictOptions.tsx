import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { districts } from './districts.ts'

/** What the browser suggests while a district is typed. */
export function DistrictOptions({ id }: { id: string }) {
  const lang = useLanguage()
  return (
    <datalist id={id}>
      {districts.map((district) => (
        // With a value of its own: a browser that translates the page translates its text.
        <option key={district.en} value={localized(district, lang)}>
          {localized(district, lang)}
        </option>
      ))}
    </datalist>
  )
}
