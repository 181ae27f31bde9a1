import type { Messages } from './messages.ts'

export const sc: Messages = {
  language: '语言',
  errorPrefix: '错误：',
  back: '返回 Club Bravo',
  fields: {
    email: '邮箱',
    password: '密码',
    newPassword: '设置密码',
    newPasswordHint: '至少 8 个字符，最好由几个容易记住的词语组成。',
    repeatPassword: '再次输入密码',
  },
  showPassword: '显示密码',
  faults: {
    email: '请输入有效的邮箱，例如 name@example.com。',
    passwordMissing: '请输入密码。',
    passwordShort: '密码至少要有 8 个字符。',
    passwordLong: '密码最多 200 个字符。',
    passwordCommon: '这个密码已出现在泄露密码名单中，请另选一个。',
    passwordsDiffer: '两次输入的密码不一致，请重新输入。',
    passwordWrong: '密码不正确，请输入注册账户时设置的密码。',
    mismatch: '邮箱或密码不正确。',
    tooMany: '尝试次数过多，请一分钟后再试。',
  },
  signIn: {
    title: '登录',
    lead: '欢迎回来，你的积分和门票都在这里。',
    submit: '登录',
    otherwise: '第一次使用 Club Bravo？',
    otherwiseLink: '注册账户',
  },
  signInExpired: '登录已过期，请重新登录后继续。',
  signInClaimed: '请按我们发送的邮件中的说明继续。如果你早已有账户，请用该账户的密码登录。',
  forgotPassword: '忘记密码？',
  create: {
    title: '注册账户',
    lead: '一个账户，攒积分、兑换奖励、参加活动，完全免费。',
    submit: '注册账户',
    otherwise: '已有账户？',
    otherwiseLink: '登录',
  },
  checkMail: {
    title: '请查收邮件',
    text: (email) => `我们已向 ${email} 发送邮件。请打开邮件中的链接完成验证，之后即可扫描门票、兑换奖励。`,
    noMore: (email, minutes) =>
      `你已多次要求向 ${email} 发送邮件。请打开最新一封邮件中的链接，或在 ${minutes} 分钟后到 Club Bravo 重新发送。`,
    later: '你可以先继续使用，稍后再打开链接。',
    go: '继续前往 Club Bravo',
    sentAgain: '邮件已重新发送，可能需要稍等片刻。',
    notHere: '没有收到？请先查看垃圾邮件箱。',
    again: '重新发送邮件',
    againIn: '重新发送邮件（# 秒）',
    wrong: '邮箱填错了？',
    change: '返回修改',
  },
  verify: {
    title: '验证邮箱',
    text: (email) => `${email} 是你的邮箱吗？请输入你为 Club Bravo 设置的密码以确认。如果你没有提出请求，请关闭此页。`,
    submit: '是，这是我的邮箱',
  },
  verified: {
    title: '邮箱已验证',
    text: '谢谢你。如果 Club Bravo 已在其他窗口打开，请回到那个窗口继续。',
    go: '打开 Club Bravo',
  },
  linkExpired: {
    title: '链接已过期',
    text: '链接有效期为两天。我们可以给你重新发送一个。',
    submit: '重新发送链接',
  },
  linkUnknown: {
    title: '链接无法使用',
    text: '链接可能被邮件程序截断了。请复制邮件中的完整网址，或在 Club Bravo 中重新发送邮件。',
  },
  linkSent: {
    title: '请查收邮件',
    text: '新链接已发送，可能需要稍等片刻。如果没有收到，请查看垃圾邮件箱。',
  },
  tooManyMails: {
    title: '邮件发送过于频繁，请稍后再试',
    text: (minutes) =>
      `你已多次要求发送邮件。请打开最新一封邮件中的链接（也请看看垃圾邮件箱），或在 ${minutes} 分钟后重试。`,
  },
  tooManyVisits: { title: '请稍候', text: '尝试次数过多，请一分钟后再试。' },
  pageExpired: {
    title: '页面已过期',
    text: '登录超时，或已在其他窗口继续。内容没有丢失，请重新开始。',
    go: '重新开始',
  },
  signOut: {
    title: '要退出 Club Bravo 吗？',
    text: '下次登录时需要输入密码。',
    submit: '退出登录',
    stay: '保持登录',
  },
  signedOut: { title: '你已退出登录', text: '下次音乐会再见。' },
  broken: {
    title: '登录未成功',
    text: '这个登录请求有问题。请返回 Club Bravo 重新开始。',
  },
  unavailable: { title: '暂时无法提供服务', text: '系统出现问题，请稍后重试。' },
}
