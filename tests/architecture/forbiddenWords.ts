import type { Language } from '#contract/language.ts'

/** Where a text is read: `terms` are legal texts (conditions, disclaimer), `club` is everything else. */
export type TextPlace = 'club' | 'terms'

interface ForbiddenWord {
  pattern: RegExp
  /** What to write instead. */
  instead: string
  /** Legal texts may say it. */
  allowedInTerms?: true
}

/** Chinese, then a half-width mark that full-width text does not use. */
const halfWidth: ForbiddenWord = { pattern: /[\u3400-\u9fff][,;:!?]/, instead: 'full-width punctuation' }
const spacedDate: ForbiddenWord = {
  pattern: /(?<![$\d,])\d+ [年月日]/,
  instead: 'a date without spaces: 2026年8月31日',
}
const spacedDateValue: ForbiddenWord = {
  pattern:
    /[\u3400-\u9fff] \{(?:date|day|end|endDate|moment|when)\}|\{(?:date|day|end|endDate|moment|when)\} [\u3400-\u9fff]/,
  instead: 'no spaces around a date',
}
const italics: ForbiddenWord = {
  pattern: /(?<![*\w])(?:_[^_\s][^_]*_|\*[^*\s][^*]*\*)(?![*\w])/,
  instead: 'no italics in Chinese: 「」, “” or 《》',
}

/**
 * Words that the club does not use, and their replacements. The glossary (glossary.md) gives the reasons;
 * forbiddenWords.test.ts searches every text that people read for them.
 */
export const forbiddenWords: Record<Language, readonly ForbiddenWord[]> = {
  en: [
    { pattern: /\bmails?\b/i, instead: 'email (or post, for parcels)' },
    {
      pattern: /\bcannot\b|\b(?:could|do|does|did|is|are|was|were|has|have|had|will|would|should) not\b/i,
      instead: 'a contraction: can’t, doesn’t, isn’t',
      allowedInTerms: true,
    },
    {
      pattern: /(?<!Welcome to )\bthe club\b|\bThe club (?!for concert-goers)/,
      instead: 'we, us or Club Bravo',
      allowedInTerms: true,
    },
    { pattern: /\b(?:some|every|any|no)body\b/i, instead: 'someone, everyone, anyone, no one, or simply you' },
    { pattern: /\bno such\b/i, instead: 'no longer exists, can’t be found, or none match' },
    { pattern: /\bmeanwhile\b/i, instead: 'in the meantime' },
    { pattern: /\bby (?:it|them|our)sel(?:f|ves)\b/i, instead: 'automatically, or leave it out' },
    { pattern: /\bas a rule\b/i, instead: 'usually' },
    { pattern: /\bat the latest\b/i, instead: 'by, within or at least' },
    { pattern: /\balone\b/i, instead: 'only' },
    { pattern: /\bcomes? of\b/i, instead: 'earn, or follow' },
    { pattern: /\btries\b/i, instead: 'attempts' },
    { pattern: /\bthis phone\b/i, instead: 'this device' },
    { pattern: /\bfetching\b/i, instead: 'Loading…' },
    { pattern: /\bsign(?:ed|ing|s)?[ -]up\b/i, instead: 'join (the club), or create an account' },
    { pattern: /\blog(?:ged|ging|s)?[ -]?(?:in|out|off)\b/i, instead: 'sign in, sign out' },
    { pattern: /\bHKD\b|HK\$ \d|\d HK dollars/i, instead: 'HK$1' },
    { pattern: /Hong Kong, (?:China|Taiwan)/, instead: 'Hong Kong, Mainland China and Taiwan' },
    {
      pattern: /Asia Miles (?:account|membership|programme)/,
      instead: 'Cathay membership account; miles are the currency',
    },
    { pattern: /\bA part of\b/, instead: 'Part of' },
    { pattern: /\bas long as you like\b/i, instead: 'always' },
    { pattern: /\bgiv(?:e|ing) you your tier\b/i, instead: 'upgrade your membership' },
    { pattern: /\bwhat we know about you\b/i, instead: 'your details' },
    { pattern: /[a-z]'[a-z]/i, instead: 'a typographic apostrophe: ’' },
    { pattern: /\bpoints? follows?\b/i, instead: 'you’ll get your points' },
    {
      pattern: /\b(?:to|for|with|in|on) which\b/i,
      instead: 'the sentence the other way round: the address we sent it to',
    },
    { pattern: /\bcard page\b/i, instead: 'payment page' },
    { pattern: /\bat once\b/i, instead: 'straight away, or at a time' },
    { pattern: /\borchestra’s (?:concerts|own)\b/i, instead: 'our' },
    { pattern: /\bticketing outlet\b/i, instead: 'URBTIX' },
    { pattern: /\binvalid\b/i, instead: 'what is wrong, and what to do' },
    {
      pattern: /\bplease (?:add|check|choose|enter|look|make|read|select|tell|tick|try|upload|use|wait)\b/i,
      instead: 'what to do, without “please”',
      allowedInTerms: true,
    },
    { pattern: /\bis to be\b/i, instead: 'what happens, or what to do' },
    { pattern: /\bnever expires?\b|\bpermanent\b/i, instead: 'no expiry date' },
    { pattern: /\b(?:answer|reply to) (?:the|this|our) email\b/i, instead: 'email us: nobody reads what is answered' },
  ],
  tc: [
    { pattern: /積分[^，。；：]*加入|計入/, instead: '存入' },
    { pattern: /加入(?:門票|[^，。；：「」|\n]*帳戶)/, instead: '存入、連結；加入 is for joining' },
    { pattern: /取得[^，。；：]*積分/, instead: '獲得、賺取' },
    { pattern: /(?<![名顯原土])著(?![名作稱])/, instead: '着' },
    { pattern: /裡/, instead: '裏' },
    { pattern: /記錄(?!了|在此|退款|付款)/, instead: '紀錄 (the noun)' },
    { pattern: /獲取/, instead: '獲得、換取或索取' },
    { pattern: /音檔/, instead: '錄音' },
    { pattern: /樂手/, instead: '樂師' },
    { pattern: /(?<!基)本會/, instead: '我們或 Club Bravo', allowedInTerms: true },
    { pattern: /寄[出上至來]*電郵|電郵寄|寄信|來信|傳送/, instead: '發送電郵' },
    { pattern: /寄[出上至來]*[^，。；：]*連結/, instead: '發送連結' },
    { pattern: /[無毋]需|無須/, instead: '毋須' },
    { pattern: /[獲受]邀升級/, instead: '升級邀請' },
    { pattern: /親自審批/, instead: '由專人審批' },
    { pattern: /以往的?會籍/, instead: '舊會籍' },
    { pattern: /擁有(?:這個|此)會籍/, instead: '享有' },
    { pattern: /(?:優惠|升級碼|會籍|積分|資格)(?:已|將於\S*)過期/, instead: '到期' },
    { pattern: /戶口|[帳賬]號|賬戶/, instead: '帳戶' },
    { pattern: /(?:項|我的|你的)掃描(?!紀錄)/, instead: '掃描紀錄' },
    { pattern: /這部手機/, instead: '此裝置' },
    { pattern: /港幣|港元/, instead: 'HK$', allowedInTerms: true },
    { pattern: /兌換(?:獎賞|禮)/, instead: '換領' },
    { pattern: /換領(?:里數|飛行)/, instead: '兌換' },
    { pattern: /(?<!現正|即將)接受登記/, instead: '現正接受登記' },
    { pattern: /註冊/, instead: '加入（會籍）、建立（帳戶）或登記（活動）' },
    { pattern: /萬里通」(?:帳戶|會員|條款|計劃)/, instead: '國泰會員帳戶；「亞洲萬里通」是里數' },
    { pattern: /大陸/, instead: '中國內地' },
    { pattern: /永久有效/, instead: '不設到期日' },
    { pattern: /登存|多謝捧場/, instead: '登記；感謝你來聽音樂會' },
    { pattern: /回覆(?:此|這封)?電郵/, instead: '發送電郵給我們' },
    { pattern: /每 HK\$1 (?!可得)/, instead: '每 HK$1 可得 1 積分' },
    { pattern: /繼續成為/, instead: '會籍將會延續、保留會籍' },
    { pattern: /您/, instead: '你' },
    halfWidth,
    spacedDate,
    spacedDateValue,
    italics,
  ],
  sc: [
    { pattern: /会籍/, instead: '会员资格' },
    { pattern: /以往的?会员资格/, instead: '旧会员资格' },
    { pattern: /寄[出上至来]*[^，。；：]*链接/, instead: '发送链接' },
    { pattern: /[获受]邀升级/, instead: '升级邀请' },
    { pattern: /亲自审核/, instead: '由专人审核' },
    { pattern: /就算完善/, instead: '即视为资料完整' },
    { pattern: /手机号码/, instead: '手机号' },
    { pattern: /并非由/, instead: '不是' },
    { pattern: /只可/, instead: '只能' },
    { pattern: /已[^，。；将]*到期(?!日|时间)/, instead: '过期, for the past' },
    { pattern: /将[^，。；]*过期/, instead: '到期, for the future' },
    { pattern: /[无毋]须/, instead: '无需' },
    { pattern: /(?<!”)里数/, instead: '里程, or “亚洲万里通”里数' },
    { pattern: /未能/, instead: '无法……, or ……失败' },
    { pattern: /礼遇/, instead: '权益' },
    { pattern: /(?<!再|请)按“|按(?:按钮|下方)/, instead: '点击' },
    { pattern: /应用/, instead: 'App' },
    { pattern: /满员/, instead: '名额已满' },
    { pattern: /正在报名/, instead: '报名中' },
    { pattern: /积分[^，。；：]*加入|计入/, instead: '到账' },
    { pattern: /(?:条|我的|你的)扫描(?!记录)/, instead: '扫描记录' },
    { pattern: /这部手机/, instead: '此设备' },
    { pattern: /港元|港币/, instead: 'HK$', allowedInTerms: true },
    { pattern: /俱乐部/, instead: '我们或 Club Bravo', allowedInTerms: true },
    { pattern: /登入|登出/, instead: '登录、退出登录' },
    { pattern: /帐[户号]|账号/, instead: '账户' },
    { pattern: /电邮/, instead: '邮件（信件）或邮箱（地址）' },
    { pattern: /乐师/, instead: '乐手' },
    { pattern: /万里通”(?:账户|会员|条款|计划)/, instead: '国泰会员账户；“亚洲万里通”是里程' },
    { pattern: /(?<!新)大陆/, instead: '中国内地' },
    { pattern: /永久有效/, instead: '没有到期日' },
    { pattern: /(?<!轻)点“/, instead: '点击' },
    { pattern: /回复(?:此|这封)?邮件/, instead: '给我们发邮件' },
    { pattern: /兑换编号/, instead: '参考编号' },
    { pattern: /每 HK\$1 (?!得)/, instead: '每 HK$1 得 1 积分' },
    { pattern: /继续成为/, instead: '会员将会延续、保留会员资格' },
    { pattern: /用信用卡/, instead: '银行卡: what the gateway takes' },
    { pattern: /“自新大陆”/, instead: '《自新大陆》: the name of a work' },
    { pattern: /您/, instead: '你' },
    { pattern: /[「」]/, instead: '“”' },
    halfWidth,
    spacedDate,
    spacedDateValue,
    italics,
  ],
}

/** Checks a text. Each result is a sentence of advice that quotes the word; empty if nothing is wrong. */
export function lintText(text: string, language: Language, place: TextPlace): string[] {
  return forbiddenWords[language].flatMap(({ pattern, instead, allowedInTerms }) => {
    if (allowedInTerms && place === 'terms') return []
    const found = pattern.exec(text)
    return found ? [`“${found[0]}”: write ${instead}`] : []
  })
}
