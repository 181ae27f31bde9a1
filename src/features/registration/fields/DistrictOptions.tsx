import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { districts } from './districts.ts'

/** What the browser suggests while a district is typed. */
export function DistrictOptions({ id }: { id: string }) {
  const lang = useLanguage()
  return (
    <datalist id={id}>
      {districts.map((district) => (
        <option key={district.en}>{localized(district, lang)}</option>
      ))}
    </datalist>
  )
}
