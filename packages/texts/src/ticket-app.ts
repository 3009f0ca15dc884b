import type { TextTable } from './text-table.ts'

/** The offer of a venue's app on the ticket page. */
export const ticketAppTexts = {
  ticket_app_message: {
    ja: 'チケットはこのページのままお使いいただけます。館内の案内にはアプリもご利用ください。',
    en: 'Your tickets work on this page as they are. The app guides you through the venue.',
    kr: '티켓은 이 페이지에서 그대로 사용하실 수 있습니다. 관내 안내에는 앱도 이용해 주세요.',
    'zh-hans': '门票可直接在本页面使用。馆内导览欢迎使用官方应用。',
    'zh-hant': '門票可直接於本頁面使用。館內導覽歡迎使用官方應用程式。',
    th: 'ใช้ตั๋วได้จากหน้านี้โดยตรง แอปช่วยนำทางภายในสถานที่',
  },
  ticket_app_store: {
    ja: 'App Storeで入手',
    en: 'Get it on the App Store',
    kr: 'App Store에서 받기',
    'zh-hans': '前往 App Store 下载',
    'zh-hant': '前往 App Store 下載',
    th: 'ดาวน์โหลดจาก App Store',
  },
  ticket_app_google: {
    ja: 'Google Playで入手',
    en: 'Get it on Google Play',
    kr: 'Google Play에서 받기',
    'zh-hans': '前往 Google Play 下载',
    'zh-hant': '前往 Google Play 下載',
    th: 'ดาวน์โหลดจาก Google Play',
  },
} as const satisfies TextTable
