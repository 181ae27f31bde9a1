import type { Language } from '#contract/language.ts'

/** The texts of the simulator's pages. A text that is missing in one language does not compile. */
export interface Messages {
  title: string
  lead: string
  amount: string
  order: string
  card: string
  cardHint: string
  cardUnknown: string
  pay: (amount: string) => string
  cancel: string
  testCards: string
  outcomes: Record<'charged' | 'declined' | 'not_authenticated', string>
  finished: { title: string; text: string; go: string }
  refused: { title: string; text: string; go: string }
}

export const messages: Record<Language, Messages> = {
  en: {
    title: 'Pay by card',
    lead: 'This is a simulation for trying Club Bravo out. No money is taken. Use a test card, never your own.',
    amount: 'Amount',
    order: 'Order',
    card: 'Card number',
    cardHint: 'One of the test cards below.',
    cardUnknown: 'This isn’t a test card. Enter one of the numbers below.',
    pay: (amount) => `Pay ${amount}`,
    cancel: 'Cancel payment',
    testCards: 'Test cards',
    outcomes: {
      charged: 'Payment succeeds',
      declined: 'Declined by the bank',
      not_authenticated: '3-D Secure check fails',
    },
    finished: {
      title: 'This payment has ended',
      text: 'Club Bravo has its result. To try again, start a new payment there.',
      go: 'Back to Club Bravo',
    },
    refused: {
      title: 'This payment can’t be started',
      text: 'What was sent isn’t an order from Club Bravo. Please start again there.',
      go: 'Back to Club Bravo',
    },
  },
  tc: {
    title: '以信用卡付款',
    lead: '這是供試用 Club Bravo 的模擬付款頁面，不會扣款。請使用測試卡，切勿輸入你自己的卡號。',
    amount: '金額',
    order: '訂單編號',
    card: '卡號',
    cardHint: '請輸入以下任何一個測試卡號。',
    cardUnknown: '這不是測試卡，請輸入以下其中一個卡號。',
    pay: (amount) => `支付 ${amount}`,
    cancel: '取消付款',
    testCards: '測試卡',
    outcomes: {
      charged: '付款成功',
      declined: '銀行拒絕付款',
      not_authenticated: '3-D Secure 驗證失敗',
    },
    finished: {
      title: '這次付款已結束',
      text: '付款結果已通知 Club Bravo。如要再試，請在 Club Bravo 重新付款。',
      go: '返回 Club Bravo',
    },
    refused: {
      title: '未能開始付款',
      text: '收到的資料不是 Club Bravo 的訂單，請返回 Club Bravo 重新付款。',
      go: '返回 Club Bravo',
    },
  },
  sc: {
    title: '使用银行卡付款',
    lead: '这是供试用 Club Bravo 的模拟付款页面，不会扣款。请使用测试卡，切勿输入你自己的卡号。',
    amount: '金额',
    order: '订单号',
    card: '卡号',
    cardHint: '请输入下列任意一个测试卡号。',
    cardUnknown: '这不是测试卡，请输入下列卡号之一。',
    pay: (amount) => `支付 ${amount}`,
    cancel: '取消付款',
    testCards: '测试卡',
    outcomes: {
      charged: '付款成功',
      declined: '银行拒绝付款',
      not_authenticated: '3-D Secure 验证失败',
    },
    finished: {
      title: '本次付款已结束',
      text: '付款结果已通知 Club Bravo。如需重试，请在 Club Bravo 重新付款。',
      go: '返回 Club Bravo',
    },
    refused: {
      title: '无法开始付款',
      text: '收到的内容不是 Club Bravo 的订单，请返回 Club Bravo 重新付款。',
      go: '返回 Club Bravo',
    },
  },
}
