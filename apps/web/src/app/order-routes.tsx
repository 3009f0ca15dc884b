import { lazy } from 'react'
import type { ReactElement } from 'react'

import { OrderScreen } from '../screens/order/order-screen.tsx'
import { ticketPage } from '../page/redirects.ts'
import { Navigate, useParams } from '../page/router.tsx'
import type { ScreenRoute } from './screen-route.ts'

const loadSignIn = () => import('../screens/sign-in/sign-in-screen.tsx')
const loadSendedMail = () => import('../screens/sended-mail/sended-mail-screen.tsx')
const loadMailConfirm = () => import('../screens/mail-confirm/mail-confirm-screen.tsx')
const loadMembershipLogin = () => import('../screens/membership-login/membership-login-screen.tsx')
const loadMailRelease = () => import('../screens/mail-release/mail-release-screen.tsx')
const loadMailReleased = () => import('../screens/mail-release/mail-release-completion-screen.tsx')
const loadPayment = () => import('../screens/payment/payment-screen.tsx')
const loadPaymentCallback = () => import('../screens/payment-callback/payment-callback-screen.tsx')
const loadChallengeCallbacks = () => import('../screens/payment-callback/challenge-callback-screens.tsx')
const loadWalletCallback = () => import('../screens/payment-callback/wallet-callback-screen.tsx')
const loadDPayConfirm = () => import('../screens/d-pay-confirm/d-pay-confirm-screen.tsx')
const loadConfirm = () => import('../screens/confirm/confirm-screen.tsx')
const loadComplete = () => import('../screens/complete/complete-screen.tsx')
const loadLegal = () => import('../screens/legal/legal-screen.tsx')
const loadVisiting = () => import('../screens/visiting/visiting-screen.tsx')
const loadInquiry = () => import('../screens/inquiry/inquiry-screen.tsx')
const loadAddressCorrection = () => import('../screens/address-correction/address-correction-screen.tsx')
const loadChooseChange = () => import('../screens/time-change/choose-change-screen.tsx')
const loadConfirmChange = () => import('../screens/time-change/confirm-change-screen.tsx')
const loadChangePayment = () => import('../screens/time-change/change-payment-screen.tsx')
const loadChangePaymentConfirm = () => import('../screens/time-change/change-payment-confirm-screen.tsx')
const loadChangeComplete = () => import('../screens/time-change/change-complete-screen.tsx')
const loadShare = () => import('../screens/share/share-screen.tsx')
const loadShared = () => import('../screens/shared/shared-screen.tsx')
const loadSend = () => import('../screens/send/send-screen.tsx')
const loadSpot = () => import('../screens/spot/spot-screen.tsx')
const loadSpotPayment = () => import('../screens/spot/spot-payment-screen.tsx')
const loadSpotFields = () => import('../screens/spot/spot-fields-screen.tsx')
const loadSpotMailed = () => import('../screens/spot/spot-mailed-screen.tsx')
const loadSpotInquiry = () => import('../screens/spot/spot-inquiry-screen.tsx')
const loadSpotProducts = () => import('../screens/spot/spot-products-screen.tsx')
const loadErrors = () => import('../screens/errors/error-screens.tsx')
const loadChangeUrl = () => import('../screens/change-url/change-url-screen.tsx')
const loadToday = () => import('../screens/signage/today-screen.tsx')
const loadSpotQr = () => import('../screens/spot-qr/spot-qr-screen.tsx')
const loadNotFound = () => import('../screens/not-found/not-found-screen.tsx')

const SignInScreen = lazy(async () => ({ default: (await loadSignIn()).SignInScreen }))
const SendedMailScreen = lazy(async () => ({ default: (await loadSendedMail()).SendedMailScreen }))
const MailConfirmScreen = lazy(async () => ({ default: (await loadMailConfirm()).MailConfirmScreen }))
const MembershipLoginScreen = lazy(async () => ({
  default: (await loadMembershipLogin()).MembershipLoginScreen,
}))
const MailReleaseScreen = lazy(async () => ({ default: (await loadMailRelease()).MailReleaseScreen }))
const MailReleaseCompletionScreen = lazy(async () => ({
  default: (await loadMailReleased()).MailReleaseCompletionScreen,
}))
const PaymentScreen = lazy(async () => ({ default: (await loadPayment()).PaymentScreen }))
const PaymentCallbackScreen = lazy(async () => ({
  default: (await loadPaymentCallback()).PaymentCallbackScreen,
}))
const GmoThreeDsScreen = lazy(async () => ({ default: (await loadChallengeCallbacks()).GmoThreeDsScreen }))
const SbpsThreeDsScreen = lazy(async () => ({ default: (await loadChallengeCallbacks()).SbpsThreeDsScreen }))
const AdyenCallbackScreen = lazy(async () => ({
  default: (await loadChallengeCallbacks()).AdyenCallbackScreen,
}))
const WalletCallbackScreen = lazy(async () => ({
  default: (await loadWalletCallback()).WalletCallbackScreen,
}))
const DPayConfirmScreen = lazy(async () => ({ default: (await loadDPayConfirm()).DPayConfirmScreen }))
const ConfirmScreen = lazy(async () => ({ default: (await loadConfirm()).ConfirmScreen }))
const CompleteScreen = lazy(async () => ({ default: (await loadComplete()).CompleteScreen }))
const LegalScreen = lazy(async () => ({ default: (await loadLegal()).LegalScreen }))
const VisitingScreen = lazy(async () => ({ default: (await loadVisiting()).VisitingScreen }))
const InquiryScreen = lazy(async () => ({ default: (await loadInquiry()).InquiryScreen }))
const AddressCorrectionScreen = lazy(async () => ({
  default: (await loadAddressCorrection()).AddressCorrectionScreen,
}))
const ChooseChangeScreen = lazy(async () => ({ default: (await loadChooseChange()).ChooseChangeScreen }))
const ConfirmChangeScreen = lazy(async () => ({ default: (await loadConfirmChange()).ConfirmChangeScreen }))
const ChangePaymentScreen = lazy(async () => ({ default: (await loadChangePayment()).ChangePaymentScreen }))
const ChangePaymentConfirmScreen = lazy(async () => ({
  default: (await loadChangePaymentConfirm()).ChangePaymentConfirmScreen,
}))
const ChangeCompleteScreen = lazy(async () => ({
  default: (await loadChangeComplete()).ChangeCompleteScreen,
}))
const ShareScreen = lazy(async () => ({ default: (await loadShare()).ShareScreen }))
const SharedScreen = lazy(async () => ({ default: (await loadShared()).SharedScreen }))
const SendScreen = lazy(async () => ({ default: (await loadSend()).SendScreen }))
const SpotScreen = lazy(async () => ({ default: (await loadSpot()).SpotScreen }))
const SpotPaymentScreen = lazy(async () => ({ default: (await loadSpotPayment()).SpotPaymentScreen }))
const SpotFieldsScreen = lazy(async () => ({ default: (await loadSpotFields()).SpotFieldsScreen }))
const SpotMailedScreen = lazy(async () => ({ default: (await loadSpotMailed()).SpotMailedScreen }))
const SpotInquiryScreen = lazy(async () => ({ default: (await loadSpotInquiry()).SpotInquiryScreen }))
const SpotProductsScreen = lazy(async () => ({ default: (await loadSpotProducts()).SpotProductsScreen }))
const ErrorScreen = lazy(async () => ({ default: (await loadErrors()).ErrorScreen }))
const PaymentErrorScreen = lazy(async () => ({ default: (await loadErrors()).PaymentErrorScreen }))
const ChangeUrlScreen = lazy(async () => ({ default: (await loadChangeUrl()).ChangeUrlScreen }))
const TodayScreen = lazy(async () => ({ default: (await loadToday()).TodayScreen }))
const SpotQrScreen = lazy(async () => ({ default: (await loadSpotQr()).SpotQrScreen }))
const NotFoundScreen = lazy(async () => ({ default: (await loadNotFound()).NotFoundScreen }))

/** `/tickets/{reservationToken}` of older links: the ticket page of the other entry. */
function ToTicketPage(): ReactElement {
  const { reservationToken = '' } = useParams()
  return <Navigate to={ticketPage(reservationToken)} replace />
}

/** Where providers send visitors back to. */
const PAYMENT = { step: 'confirm', isOfAnyPayment: true } as const
const ORDER = { screen: <OrderScreen />, step: 'order', hasFirstTexts: true, prefetch: loadSignIn } as const

const OF_CHANGE = ':reservationToken/timechange/:timechangeToken'

/** Every screen of the order entry; any other route is not found. */
export const ORDER_ROUTES: readonly ScreenRoute[] = [
  { path: '/', ...ORDER },
  { path: '/order', ...ORDER },
  { path: '/sign-in', screen: <SignInScreen />, step: 'sign_in', prefetch: loadSendedMail },
  { path: '/membership-login', screen: <MembershipLoginScreen />, step: 'sign_in' },
  { path: '/sended-mail', screen: <SendedMailScreen />, step: 'sign_in' },
  { path: '/mail-confirm', screen: <MailConfirmScreen />, step: 'sign_in', prefetch: loadPayment },
  { path: '/payment', screen: <PaymentScreen />, step: 'payment', prefetch: loadConfirm },
  { path: '/payment-callback/:paymentType/:status', screen: <PaymentCallbackScreen />, ...PAYMENT },
  { path: '/payment-callback/gmo3ds', screen: <GmoThreeDsScreen />, ...PAYMENT },
  { path: '/payment-callback/sbps3ds', screen: <SbpsThreeDsScreen />, ...PAYMENT },
  { path: '/payment-callback/wallet', screen: <WalletCallbackScreen />, ...PAYMENT },
  { path: '/adyen-callback', screen: <AdyenCallbackScreen />, ...PAYMENT },
  { path: '/d-pay-confirm', screen: <DPayConfirmScreen />, ...PAYMENT },
  { path: '/confirm', screen: <ConfirmScreen />, step: 'confirm', prefetch: loadComplete },
  { path: '/complete', screen: <CompleteScreen />, step: 'complete' },
  { path: '/mail-release/:mailToken', screen: <MailReleaseScreen /> },
  { path: '/mail-release-completion', screen: <MailReleaseCompletionScreen /> },
  { path: '/privacy', screen: <LegalScreen page="privacy" /> },
  { path: '/specified', screen: <LegalScreen page="specified" /> },
  { path: '/terms', screen: <LegalScreen page="terms" /> },
  { path: '/visiting', screen: <VisitingScreen /> },
  { path: '/reservation-inquiry', screen: <InquiryScreen /> },
  { path: '/tickets/changedate/email/:reservationToken', screen: <AddressCorrectionScreen /> },
  { path: '/change-url', screen: <ChangeUrlScreen /> },
  { path: '/error', screen: <ErrorScreen /> },
  { path: '/payment-error', screen: <PaymentErrorScreen /> },
  {
    path: '/tickets/changedate/:reservationToken',
    screen: <ChooseChangeScreen />,
    prefetch: loadConfirmChange,
  },
  { path: `/tickets/changedate/confirm/${OF_CHANGE}`, screen: <ConfirmChangeScreen /> },
  { path: `/tickets/changedate/payment/${OF_CHANGE}`, screen: <ChangePaymentScreen /> },
  { path: `/tickets/changedate/payment/confirm/${OF_CHANGE}`, screen: <ChangePaymentConfirmScreen /> },
  { path: '/tickets/changedate/complete/:reservationToken', screen: <ChangeCompleteScreen /> },
  { path: '/tickets/share/:reservationToken', screen: <ShareScreen />, prefetch: loadSend },
  { path: '/tickets/shared/:shareToken', screen: <SharedScreen /> },
  { path: '/tickets/send/:reservationToken', screen: <SendScreen /> },
  { path: '/spot', screen: <SpotScreen />, prefetch: loadSpotPayment },
  { path: '/spot/payment', screen: <SpotPaymentScreen />, prefetch: loadSpotFields },
  { path: '/spot/ticket-inquiry', screen: <SpotInquiryScreen /> },
  { path: '/spot/products', screen: <SpotProductsScreen /> },
  { path: '/spot/order-fields/:reservationToken', screen: <SpotFieldsScreen />, prefetch: loadSpotMailed },
  { path: '/spot/email-sended/:reservationToken', screen: <SpotMailedScreen /> },
  { path: '/tickets/:reservationToken', screen: <ToTicketPage /> },
  { path: '/signage/today-ticket-info', screen: <TodayScreen />, isDisplay: true },
  { path: '/spot/qr/:productUuid', screen: <SpotQrScreen />, isDisplay: true },
  { path: '/link-cut', screen: <NotFoundScreen isCut /> },
  { path: '*', screen: <NotFoundScreen /> },
]
