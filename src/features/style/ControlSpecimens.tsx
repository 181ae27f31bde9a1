import { useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { Button, type ButtonVariant } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/layout/DisclosureGroup.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { MenuLink } from '#src/ui/overlays/MenuLink.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { sampleText } from './sampleText.ts'
import styles from './Style.module.css'

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger']
const tones = ['info', 'success', 'warning', 'danger'] as const

const words = {
  title: sampleText('Things to press', '按鈕與選單', '按钮与菜单'),
  press: sampleText('Redeem this reward', '換領此獎賞', '兑换此奖励'),
  dialog: sampleText('Redeem for 500 points?', '以 500 積分換領？', '用 500 积分兑换？'),
  body: sampleText('The voucher comes by email within a week.', '換領券將於一星期內發送。', '兑换券将在一周内发送。'),
  question: sampleText('When do my points arrive?', '積分何時存入？', '积分何时到账？'),
  saved: sampleText('Saved on this device', '已儲存在此裝置', '已保存在此设备上'),
}

/** Buttons, disclosures, menus and other controls. */
export function ControlSpecimens() {
  const lang = useLanguage()
  const [open, setOpen] = useState(false)
  const text = (name: keyof typeof words) => localized(words[name], lang)
  return (
    <Section title={text('title')}>
      {variants.map((variant) => (
        <div key={variant} className={styles['row']}>
          <Button variant={variant}>{text('press')}</Button>
          <Button variant={variant} busy>
            {text('press')}
          </Button>
          <Button variant={variant} disabled>
            {text('press')}
          </Button>
        </div>
      ))}
      <div className={styles['row']}>
        <Button onClick={() => setOpen(true)}>Dialog</Button>
        <Menu
          trigger={
            <Button>
              Menu <Icon name="chevronDown" />
            </Button>
          }
        >
          <MenuLink icon="user" to="/$lang" params={{ lang }}>
            {text('saved')}
          </MenuLink>
        </Menu>
        {tones.map((tone) => (
          <Button key={tone} onClick={() => showToast({ title: text('saved'), body: text('body'), tone })}>
            Toast: {tone}
          </Button>
        ))}
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title={text('dialog')}>
        <p>{text('body')}</p>
        <Button variant="primary" onClick={() => setOpen(false)}>
          {text('press')}
        </Button>
      </Dialog>
      <DisclosureGroup>
        <Disclosure id="points-when" title={text('question')}>
          <p>{text('body')}</p>
        </Disclosure>
        <Disclosure title={text('dialog')} defaultOpen>
          <p>{text('body')}</p>
        </Disclosure>
      </DisclosureGroup>
    </Section>
  )
}
