import { useEffect, useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { RadioCards } from '#src/ui/forms/RadioCards.tsx'
import { ControlSpecimens } from './ControlSpecimens.tsx'
import { DataSpecimens } from './DataSpecimens.tsx'
import { FieldSpecimens } from './FieldSpecimens.tsx'
import { sampleText } from './sampleText.ts'
import { TextSpecimens } from './TextSpecimens.tsx'

const schemes = ['light dark', 'light', 'dark'] as const
type Scheme = (typeof schemes)[number]

const names: Record<Scheme, ReturnType<typeof sampleText>> = {
  'light dark': sampleText('As the device', '跟隨裝置', '跟随设备'),
  light: sampleText('Paper', '紙本', '纸本'),
  dark: sampleText('Hall by night', '夜間', '夜间'),
}

/** Every component in every state, in the chosen language and theme. For developers. */
export function StylePage() {
  const lang = useLanguage()
  const [scheme, setScheme] = useState<Scheme>('light dark')
  useEffect(() => {
    document.documentElement.style.colorScheme = scheme
    return () => {
      document.documentElement.style.removeProperty('color-scheme')
    }
  }, [scheme])
  return (
    <Page title={localized(sampleText('Specimen book', '樣本冊', '样本册'), lang)}>
      <RadioCards
        legend={localized(sampleText('Theme', '色彩主題', '颜色主题'), lang)}
        name="scheme"
        value={scheme}
        onChange={setScheme}
        options={schemes.map((value) => ({ value, title: localized(names[value], lang) }))}
      />
      <TextSpecimens />
      <ControlSpecimens />
      <FieldSpecimens />
      <DataSpecimens />
    </Page>
  )
}
