import type { Language } from '#contract/language.ts'
import { formatFigure } from '#server/domain/figures.ts'
import type { MailText } from './texts.ts'

/** A conversion, to be confirmed to the member. */
export interface MilesNotice {
  miles: number
  points: number
  refNo: string
  membershipNumber: string
}

/** What a member is told after converting points to miles. */
export const milesTexts: Record<Language, (notice: MilesNotice) => MailText> = {
  en: ({ miles, points, refNo, membershipNumber }) => ({
    subject: `You’ve converted points to ${formatFigure(miles)} miles`,
    lines: [
      `${formatFigure(points)} points become ${formatFigure(miles)} miles for the Cathay membership account ${membershipNumber}.`,
      `Your reference: ${refNo}`,
    ],
    link: 'See my points',
    after: 'You’re receiving this because you converted points. If it wasn’t you, contact us.',
  }),
  tc: ({ miles, points, refNo, membershipNumber }) => ({
    subject: `你已將積分兌換成 ${formatFigure(miles)} 里數`,
    lines: [
      `${formatFigure(points)} 積分將兌換成 ${formatFigure(miles)} 里數，並轉入國泰會員帳戶 ${membershipNumber}。`,
      `參考編號：${refNo}`,
    ],
    link: '查看我的積分',
    after: '由於你兌換了積分，我們向你發送這封電郵。如果不是你本人，請聯絡我們。',
  }),
  sc: ({ miles, points, refNo, membershipNumber }) => ({
    subject: `你已将积分兑换成 ${formatFigure(miles)} 里程`,
    lines: [
      `${formatFigure(points)} 积分将兑换成 ${formatFigure(miles)} 里程，并转入国泰会员账户 ${membershipNumber}。`,
      `参考编号：${refNo}`,
    ],
    link: '查看我的积分',
    after: '由于你兑换了积分，我们向你发送这封邮件。如果不是你本人操作，请联系我们。',
  }),
}
