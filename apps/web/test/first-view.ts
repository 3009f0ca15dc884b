import type { OrderFirstView } from '@kippu/contract/first-view'
import { firstScreenTexts } from '@kippu/texts/texts'

/** A first view with the words of a language and nothing on sale. */
export function buildFirstView(changes: Partial<OrderFirstView> = {}): OrderFirstView {
  const lang = changes.lang ?? 'ja'
  return {
    kind: 'order',
    lang,
    langs: [
      { id: 'ja', is_default: true },
      { id: 'en', is_default: false },
      { id: 'kr', is_default: false },
    ],
    site: {
      key: 'demo',
      title: { ja: 'チケット', default: 'Tickets' },
      name: '灯森ミュージアム',
      tagline: '',
      look: { opening: 'gallery', products: 'cards', scheme: 'both' },
      currency: 'JPY',
      orderLayout: 'product_first',
      weekOffset: 1,
      calendarColors: false,
      completeButton: true,
      footer: { disabled: false, showBrand: false },
      headerLogo: { black: '/b.svg', white: '/w.svg', width: 100, height: 20 },
      printLogo: { url: '/p.svg', width: 170, height: 104 },
      heroImage: '/hero.svg',
      copies: {},
      ticketApp: null,
      wallets: [],
      ticketDisplay: {
        help: false,
        type: 'card',
        showHeaderLogo: true,
        headerColor: { pc: 'accent-soft', sp: 'sunken' },
      },
      requiresProduct: false,
      deviceFingerprintScript: null,
      tagManagerScript: null,
      adTrackerScript: null,
      membership: { loginType: 'IdPass', disabled: false, required: false, skipMailAuthentication: false },
      signIn: {
        residentArea: 'text',
        regions: [],
        question1: [],
        mailMagazine: true,
        teamlabMailMagazine: false,
      },
    },
    texts: firstScreenTexts('order', lang),
    settings: {},
    notices: [],
    writtenAt: 0,
    today: '2026-12-02',
    products: [],
    productUuid: null,
    stock: [],
    colors: [],
    nextRelease: null,
    opening: null,
    openToday: null,
    nearest: null,
    ...changes,
  }
}
