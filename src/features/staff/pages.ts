import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PermissionName } from '#contract/staff/roles.ts'

export interface Page {
  title: MessageDescriptor
  /** Whoever may do one of these sees the page. */
  needs: readonly PermissionName[]
  /** The digit that leads to it, the same for everybody. */
  digit?: string
}

/** The pages by address, in the order of the navigation. `routes.tsx` has what each shows. */
export const pages = {
  '/today': { title: msg`Today`, needs: ['session_read'], digit: '1' },
  '/counter': { title: msg`Counter`, needs: ['member_search'], digit: '2' },
  '/applications': { title: msg`Applications`, needs: ['application_read'], digit: '3' },
  '/member': { title: msg`Member`, needs: ['member_read'], digit: '4' },
  '/sending': { title: msg`To send`, needs: ['parcel_read', 'conversion_read', 'refund_read'], digit: '5' },
  '/events': { title: msg`Events`, needs: ['event_read', 'attendance_mark'], digit: '6' },
  '/tickets': { title: msg`Tickets`, needs: ['ticket_read'], digit: '7' },
  '/figures': { title: msg`Figures`, needs: ['figures_read'], digit: '8' },
  '/links': { title: msg`Upgrade links`, needs: ['upgrade_read'], digit: '9' },
  '/emails': { title: msg`Emails`, needs: ['mail_resend'] },
  '/contents': { title: msg({ message: 'Contents', context: 'the club’s' }), needs: ['content_edit'] },
  '/people': { title: msg`People`, needs: ['staff_read'] },
  '/keys': { title: msg`API keys`, needs: ['key_manage'] },
  '/log': { title: msg`Log`, needs: ['act_read'], digit: '0' },
} as const satisfies Record<string, Page>
