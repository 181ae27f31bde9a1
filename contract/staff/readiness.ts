import type { LocalizedText } from '#contract/language.ts'
import { keysOf } from '#contract/keysOf.ts'

/**
 * What a club needs to be open, in the order in which it is done: what is left to do while it is missing, as the owner
 * reads it in Today, and the operator in `npm run club -- check`.
 */
export const readinessTable = {
  address: {
    en: 'Set an https address (ORIGIN).',
    tc: '設定 https 網址（ORIGIN）。',
    sc: '设置 https 网址（ORIGIN）。',
  },
  owner: {
    en: 'Invite an owner (staff invite EMAIL --role owner).',
    tc: '邀請一位擁有者（staff invite EMAIL --role owner）。',
    sc: '邀请一位所有者（staff invite EMAIL --role owner）。',
  },
  passkey: {
    en: 'Add a passkey for an owner: the link of the invitation asks for it.',
    tc: '為擁有者加入通行密鑰：邀請連結會要求加入。',
    sc: '为所有者添加通行密钥：邀请链接会要求添加。',
  },
  terms: {
    en: 'Publish the terms in three languages, without blanks (tnc): until then, no one can join.',
    tc: '以三種語言發佈條款，不留空白（tnc）：在此之前，任何人都不能加入。',
    sc: '以三种语言发布条款，不留空白（tnc）：在此之前，任何人都不能加入。',
  },
  privacy: {
    en: 'Publish the privacy policy (club_links, privacy-policy, or tnc, privacy).',
    tc: '發佈私隱政策（club_links 的 privacy-policy，或 tnc 的 privacy）。',
    sc: '发布隐私政策（club_links 的 privacy-policy，或 tnc 的 privacy）。',
  },
  contact: {
    en: 'Publish an email address and a telephone number (club_links).',
    tc: '發佈電郵地址及電話號碼（club_links）。',
    sc: '发布电子邮箱和电话号码（club_links）。',
  },
  demo: {
    en: 'End the demo season (SEED): its passwords are public. Use an empty database.',
    tc: '停用示範樂季（SEED）：其密碼是公開的。請改用空白的資料庫。',
    sc: '停用演示乐季（SEED）：其密码是公开的。请改用空白的数据库。',
  },
  emails: {
    en: 'Set up emails (SMTP_URL), and send again what was given up (mails list).',
    tc: '設定電郵（SMTP_URL），並重新發送未能發送的電郵（mails list）。',
    sc: '设置邮件（SMTP_URL），并重新发送寄送失败的邮件（mails list）。',
  },
  test_email: {
    en: 'Send a test email, and see that it arrives (mails test ADDRESS).',
    tc: '發送一封測試電郵，並確認已收到（mails test ADDRESS）。',
    sc: '发送一封测试邮件，并确认已收到（mails test ADDRESS）。',
  },
  payment: {
    en: 'Try a payment, and go live (PAYMENT_GATEWAY, PAYMENT_LIVE).',
    tc: '試行一次付款，並正式啟用（PAYMENT_GATEWAY、PAYMENT_LIVE）。',
    sc: '试行一次支付，并正式启用（PAYMENT_GATEWAY、PAYMENT_LIVE）。',
  },
  backup: {
    en: 'Make a backup: none was recorded in the last 24 hours (backup seen).',
    tc: '備份資料：過去 24 小時內沒有備份紀錄（backup seen）。',
    sc: '备份数据：过去 24 小时内没有备份记录（backup seen）。',
  },
  tasks: {
    en: 'See why the periodic tasks don’t run: is a server running, and what does its log say?',
    tc: '查明定期工作為何沒有運行：伺服器是否正在運行？紀錄有何錯誤？',
    sc: '查明定期任务为何没有运行：服务器是否正在运行？日志有何错误？',
  },
  keys: {
    en: 'Replace the keys, which are more than a year old (rotate).',
    tc: '更換密鑰：使用已超過一年（rotate）。',
    sc: '更换密钥：已使用超过一年（rotate）。',
  },
} as const satisfies Record<string, LocalizedText>

export type ReadinessCheck = keyof typeof readinessTable
export const readinessChecks = keysOf(readinessTable)
