import type { Messages } from './messages.ts'

export const tc: Messages = {
  language: '語言',
  errorPrefix: '錯誤：',
  back: '返回 Club Bravo',
  fields: {
    email: '電郵地址',
    password: '密碼',
    newPassword: '設定密碼',
    newPasswordHint: '最少 8 個字元，最好由幾個容易記住的詞語組成。',
    repeatPassword: '再次輸入密碼',
  },
  showPassword: '顯示密碼',
  faults: {
    email: '請輸入有效的電郵地址，例如 name@example.com。',
    passwordMissing: '請輸入密碼。',
    passwordShort: '密碼最少要有 8 個字元。',
    passwordLong: '密碼不可多於 200 個字元。',
    passwordCommon: '這個密碼已見於外洩密碼名單，請另選一個。',
    passwordsDiffer: '兩次輸入的密碼不一樣，請重新輸入。',
    passwordWrong: '密碼不正確，請輸入建立帳戶時設定的密碼。',
    mismatch: '電郵地址或密碼不正確。',
    tooMany: '嘗試次數過多，請於一分鐘後再試。',
  },
  signIn: {
    title: '登入',
    lead: '歡迎回來，你的積分和門票都在這裏。',
    submit: '登入',
    otherwise: '第一次使用 Club Bravo？',
    otherwiseLink: '建立帳戶',
  },
  signInExpired: '登入已逾時，請重新登入以繼續。',
  signInClaimed: '請按我們發送的電郵內的指示繼續。如你早已有帳戶，請用該帳戶的密碼登入。',
  forgotPassword: '忘記密碼？',
  create: {
    title: '建立帳戶',
    lead: '一個帳戶，儲積分、換領獎賞、參加活動，費用全免。',
    submit: '建立帳戶',
    otherwise: '已有帳戶？',
    otherwiseLink: '登入',
  },
  checkMail: {
    title: '請查看電郵',
    text: (email) => `我們已發送電郵至 ${email}。請開啟電郵內的連結以驗證電郵地址，之後便可掃描門票和換領獎賞。`,
    noMore: (email, minutes) =>
      `你已多次要求發送電郵至 ${email}。請開啟最新一封電郵內的連結，或於 ${minutes} 分鐘後在 Club Bravo 重新發送。`,
    later: '你可以先繼續使用，稍後再開啟連結。',
    go: '繼續前往 Club Bravo',
    sentAgain: '我們已重新發送電郵，可能要等一會才收到。',
    notHere: '收不到電郵？請先查看垃圾郵件匣。',
    again: '重新發送電郵',
    againIn: '重新發送電郵（# 秒）',
    wrong: '電郵地址有誤？',
    change: '返回更改',
  },
  verify: {
    title: '驗證電郵地址',
    text: (email) =>
      `${email} 是你的電郵地址嗎？請輸入你為 Club Bravo 設定的密碼以確認。如果你沒有提出要求，請關閉此頁。`,
    submit: '是，這是我的電郵地址',
  },
  verified: {
    title: '電郵地址已驗證',
    text: '多謝你。如果另一個視窗已開啟 Club Bravo，請返回該視窗繼續。',
    go: '開啟 Club Bravo',
  },
  linkExpired: {
    title: '連結已過期',
    text: '連結的有效期為兩日。我們可以發送新連結給你。',
    submit: '發送新連結',
  },
  linkUnknown: {
    title: '連結無法使用',
    text: '連結可能被電郵程式截斷了。請複製電郵內的完整網址，或在 Club Bravo 重新發送電郵。',
  },
  linkSent: {
    title: '請查看電郵',
    text: '新連結已發送，可能要等一會才收到。如果找不到，請看看垃圾郵件匣。',
  },
  tooManyMails: {
    title: '請稍後再要求發送電郵',
    text: (minutes) =>
      `你已多次要求發送電郵。請開啟最新一封電郵內的連結（也請看看垃圾郵件匣），或於 ${minutes} 分鐘後再試。`,
  },
  tooManyVisits: { title: '請稍候', text: '嘗試次數過多，請於一分鐘後再試。' },
  pageExpired: {
    title: '頁面已過期',
    text: '登入時間過長，或已在另一個視窗繼續。資料沒有遺失，請重新開始。',
    go: '重新開始',
  },
  signOut: {
    title: '要登出 Club Bravo 嗎？',
    text: '下次登入時需要輸入密碼。',
    submit: '登出',
    stay: '保持登入',
  },
  signedOut: { title: '你已登出', text: '下次音樂會再見。' },
  broken: {
    title: '未能登入',
    text: '這個登入要求有問題。請返回 Club Bravo 重新開始。',
  },
  unavailable: { title: '暫時未能提供服務', text: '系統出現問題，請稍後再試。' },
}
