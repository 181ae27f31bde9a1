import { useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { RadioCards } from '#src/ui/forms/RadioCards.tsx'
import { SearchField } from '#src/ui/forms/SearchField.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { sampleText } from './sampleText.ts'
import styles from './Style.module.css'

const words = {
  title: sampleText('Fields', '表格', '表单'),
  label: sampleText('Email', '電郵', '电子邮件'),
  hint: sampleText('We write when points arrive.', '積分存入時會通知你。', '积分到账时会通知你。'),
  error: sampleText(
    'Write it like name@example.org.',
    '請輸入如 name@example.org 的格式。',
    '请输入如 name@example.org 的格式。',
  ),
  mail: sampleText('By post', '郵寄', '邮寄'),
  pickUp: sampleText('On-site pick-up', '現場領取', '现场领取'),
  soon: sampleText('Within a week', '一星期內', '一周内'),
  agree: sampleText('I accept the terms of this reward', '本人同意此獎賞的條款', '我同意此奖励的条款'),
  search: sampleText('Search the rewards', '搜尋獎賞', '搜索奖励'),
}

/** Fields in every state. */
export function FieldSpecimens() {
  const lang = useLanguage()
  const [sought, setSought] = useState('')
  const [way, setWay] = useState<'mail' | 'pickUp' | 'email'>('mail')
  const text = (name: keyof typeof words) => localized(words[name], lang)
  const options = [
    { value: 'mail', label: text('mail') },
    { value: 'pickUp', label: text('pickUp') },
  ]
  return (
    <Section title={text('title')}>
      <div className={styles['fields']}>
        <TextField label={text('label')} hint={text('hint')} />
        <TextField label={text('label')} error={text('error')} defaultValue="name@" />
        <TextField label={text('label')} defaultValue="name@example.org" disabled />
        <TextField label={text('label')} defaultValue="name@example.org" readOnly />
        <SelectField label={text('mail')} options={options} placeholder="—" />
        <SelectField label={text('mail')} options={options} error={text('error')} />
        <SearchField
          label={text('search')}
          value={sought}
          onChange={setSought}
          placeholder={text('search')}
          hideLabel
        />
        <div>
          <Checkbox label={text('agree')} />
          <Checkbox label={text('agree')} hint={text('hint')} defaultChecked />
          <Checkbox label={text('agree')} error={text('error')} />
          <Checkbox label={text('agree')} disabled defaultChecked />
        </div>
      </div>
      <RadioCards
        legend={text('mail')}
        hint={text('hint')}
        name="way"
        value={way}
        onChange={setWay}
        options={[
          { value: 'mail', title: text('mail'), description: text('soon') },
          { value: 'pickUp', title: text('pickUp') },
          { value: 'email', title: text('label'), description: text('hint'), disabled: true },
        ]}
      />
    </Section>
  )
}
