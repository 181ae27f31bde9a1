import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import type { LocalizedText } from '#contract/language.ts'

/** Whether an address is, or may still become, one of Hong Kong: by the id of its country in the contents. */
export const isInHongKong = (country: string): boolean => country === '' || country === 'hk'

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

const district = (en: string, tc: string, sc: string): LocalizedText => ({ en, tc, sc })

/** The 18 districts of Hong Kong, to choose from; any other text is possible. Source: the Home Affairs Department. */
const districts: readonly LocalizedText[] = [
  district('Central and Western', '中西區', '中西区'),
  district('Wan Chai', '灣仔區', '湾仔区'),
  district('Eastern', '東區', '东区'),
  district('Southern', '南區', '南区'),
  district('Yau Tsim Mong', '油尖旺區', '油尖旺区'),
  district('Sham Shui Po', '深水埗區', '深水埗区'),
  district('Kowloon City', '九龍城區', '九龙城区'),
  district('Wong Tai Sin', '黃大仙區', '黄大仙区'),
  district('Kwun Tong', '觀塘區', '观塘区'),
  district('Islands', '離島區', '离岛区'),
  district('Kwai Tsing', '葵青區', '葵青区'),
  district('North', '北區', '北区'),
  district('Sai Kung', '西貢區', '西贡区'),
  district('Sha Tin', '沙田區', '沙田区'),
  district('Tai Po', '大埔區', '大埔区'),
  district('Tsuen Wan', '荃灣區', '荃湾区'),
  district('Tuen Mun', '屯門區', '屯门区'),
  district('Yuen Long', '元朗區', '元朗区'),
]
