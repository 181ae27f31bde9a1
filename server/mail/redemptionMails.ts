import type { Language, LocalizedText } from '#contract/language.ts'
import { formatFigure } from '#server/domain/figures.ts'
import type { MailText } from './texts.ts'

/** A redemption, to be confirmed to the member. `codes`: those of its vouchers; none if it goes by post. */
export interface RedemptionNotice {
  name: LocalizedText
  quantity: number
  points: number
  refNo: string
  codes: readonly string[]
}

/** What a member is told after redeeming a reward. */
export const redemptionTexts: Record<Language, (notice: RedemptionNotice) => MailText> = {
  en: ({ name, quantity, points, refNo, codes }) => ({
    subject: `You’ve redeemed ${name.en}`,
    lines: [
      `${quantity} × ${name.en}, for ${formatFigure(points)} points.`,
      `Your reference: ${refNo}`,
      ...(codes.length === 0
        ? ['We’ll send it to your address by post.']
        : [`Your voucher ${codes.length === 1 ? 'code' : 'codes'}: ${codes.join(', ')}`, 'Show the code to use it.']),
    ],
    link: 'See my rewards',
    after: 'You’re receiving this because you redeemed a reward. If it wasn’t you, contact us.',
  }),
  tc: ({ name, quantity, points, refNo, codes }) => ({
    subject: `你已換領「${name.tc}」`,
    lines: [
      `${name.tc} × ${quantity}，使用 ${formatFigure(points)} 積分。`,
      `參考編號：${refNo}`,
      ...(codes.length === 0
        ? ['我們會把獎賞郵寄到你的地址。']
        : [`換領券編號：${codes.join('、')}`, '使用時請出示編號。']),
    ],
    link: '查看我的獎賞',
    after: '由於你換領了獎賞，我們向你發送這封電郵。如果不是你本人，請聯絡我們。',
  }),
  sc: ({ name, quantity, points, refNo, codes }) => ({
    subject: `你已兑换“${name.sc}”`,
    lines: [
      `${name.sc} × ${quantity}，使用 ${formatFigure(points)} 积分。`,
      `参考编号：${refNo}`,
      ...(codes.length === 0
        ? ['我们会把奖励邮寄到你的地址。']
        : [`兑换券编号：${codes.join('、')}`, '使用时请出示编号。']),
    ],
    link: '查看我的奖励',
    after: '由于你兑换了奖励，我们向你发送这封邮件。如果不是你本人操作，请联系我们。',
  }),
}
