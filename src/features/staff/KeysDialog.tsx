import { useLingui } from '@lingui/react/macro'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import styles from './KeysDialog.module.css'
import { numbered, useOwnPages } from './session.ts'

/** What each key does. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const own = useOwnPages()
  const rows: [string, string][] = [
    ['Ctrl K, ⌘ K', t`Go to a page, or find a member`],
    ['/', t`Search`],
    ['?', t`Keyboard shortcuts`],
    ...numbered(own).map(({ title }, at): [string, string] => [String(at + 1), i18n._(title)]),
    ...(own.some(({ path }) => path === '/applications')
      ? [
          ['V', t`Applications: show the student card`],
          ['A', t`Applications: approve`],
          ['R', t`Applications: reject`],
          ['N', t`Applications: next`],
        ].map(([key = '', what = '']): [string, string] => [key, what])
      : []),
    ['Esc', t`Close`],
  ]
  return (
    <Dialog open={open} onClose={onClose} title={t`Keyboard shortcuts`}>
      <dl className={styles['keys']}>
        {rows.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
