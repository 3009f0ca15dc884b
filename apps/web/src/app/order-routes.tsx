import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent, ReactElement } from 'react'

import { OrderScreen } from '../screens/order/order-screen.tsx'
import { ticketPage } from '../page/redirects.ts'
import { Navigate, useParams } from '../page/router.tsx'
import type { ScreenRoute } from './screen-route.ts'

/** A screen whose code comes when it is opened. */
function later<Screens, Props>(
  load: () => Promise<Screens>,
  choose: (screens: Screens) => ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: choose(await load()) }))
}

const loadSignIn = () => import('../screens/sign-in/sign-in-screen.tsx')
const loadSendedMail = () => import('../screens/sended-mail/sended-mail-screen.tsx')
const loadPayment = () => import('../screens/payment/payment-screen.tsx')
const loadChallengeCallbacks = () => import('../screens/payment-callback/challenge-callback-screens.tsx')
const loadConfirm = () => import('../screens/confirm/confirm-screen.tsx')
const loadComplete = () => import('../screens/complete/complete-screen.tsx')
const loadConfirmChange = () => import('../screens/time-change/confirm-change-screen.tsx')
const loadSend = () => import('../screens/send/send-screen.tsx')
const loadSpotPayment = () => import('../screens/spot/spot-payment-screen.tsx')
const loadSpotFields = () => import('../screens/spot/spot-fields-screen.tsx')
const loadSpotMailed = () => import('../screens/spot/spot-mailed-screen.tsx')
const loadErrors = () => import('../screens/errors/error-screens.tsx')

const SignInScreen = later(loadSignIn, screens => screens.SignInScreen)
const SendedMailScreen = later(loadSendedMail, screens => screens.SendedMailScreen)
const MailConfirmScreen = later(
  () => import('../screens/mail-confirm/mail-confirm-screen.tsx'),
  screens => screens.MailConfirmScreen,
)
const MembershipLoginScreen = later(
  () => import('../screens/membership-login/membership-login-screen.tsx'),
  screens => screens.MembershipLoginScreen,
)
const MailReleaseScreen = later(
  () => import('../screens/mail-release/mail-release-screen.tsx'),
  screens => screens.MailReleaseScreen,
)
const MailReleaseCompletionScreen = later(
  () => import('../screens/mail-release/mail-release-completion-screen.tsx'),
  screens => screens.MailReleaseCompletionScreen,
)
const PaymentScreen = later(loadPayment, screens => screens.PaymentScreen)
const PaymentCallbackScreen = later(
  () => import('../screens/payment-callback/payment-callback-screen.tsx'),
  screens => screens.PaymentCallbackScreen,
)
const GmoThreeDsScreen = later(loadChallengeCallbacks, screens => screens.GmoThreeDsScreen)
const SbpsThreeDsScreen = later(loadChallengeCallbacks, screens => screens.SbpsThreeDsScreen)
const AdyenCallbackScreen = later(loadChallengeCallbacks, screens => screens.AdyenCallbackScreen)
const WalletCallbackScreen = later(
  () => import('../screens/payment-callback/wallet-callback-screen.tsx'),
  screens => screens.WalletCallbackScreen,
)
const DPayConfirmScreen = later(
  () => import('../screens/d-pay-confirm/d-pay-confirm-screen.tsx'),
  screens => screens.DPayConfirmScreen,
)
const ConfirmScreen = later(loadConfirm, screens => screens.ConfirmScreen)
const CompleteScreen = later(loadComplete, screens => screens.CompleteScreen)
const LegalScreen = later(
  () => import('../screens/legal/legal-screen.tsx'),
  screens => screens.LegalScreen,
)
const VisitingScreen = later(
  () => import('../screens/visiting/visiting-screen.tsx'),
  screens => screens.VisitingScreen,
)
const InquiryScreen = later(
  () => import('../screens/inquiry/inquiry-screen.tsx'),
  screens => screens.InquiryScreen,
)
const AddressCorrectionScreen = later(
  () => import('../screens/address-correction/address-correction-screen.tsx'),
  screens => screens.AddressCorrectionScreen,
)
const ChooseChangeScreen = later(
  () => import('../screens/time-change/choose-change-screen.tsx'),
  screens => screens.ChooseChangeScreen,
)
const ConfirmChangeScreen = later(loadConfirmChange, screens => screens.ConfirmChangeScreen)
const ChangePaymentScreen = later(
  () => import('../screens/time-change/change-payment-screen.tsx'),
  screens => screens.ChangePaymentScreen,
)
const ChangePaymentConfirmScreen = later(
  () => import('../screens/time-change/change-payment-confirm-screen.tsx'),
  screens => screens.ChangePaymentConfirmScreen,
)
const ChangeCompleteScreen = later(
  () => import('../screens/time-change/change-complete-screen.tsx'),
  screens => screens.ChangeCompleteScreen,
)
const ShareScreen = later(
  () => import('../screens/share/share-screen.tsx'),
  screens => screens.ShareScreen,
)
const SharedScreen = later(
  () => import('../screens/shared/shared-screen.tsx'),
  screens => screens.SharedScreen,
)
const SendScreen = later(loadSend, screens => screens.SendScreen)
const SpotScreen = later(
  () => import('../screens/spot/spot-screen.tsx'),
  screens => screens.SpotScreen,
)
const SpotPaymentScreen = later(loadSpotPayment, screens => screens.SpotPaymentScreen)
const SpotFieldsScreen = later(loadSpotFields, screens => screens.SpotFieldsScreen)
const SpotMailedScreen = later(loadSpotMailed, screens => screens.SpotMailedScreen)
const SpotInquiryScreen = later(
  () => import('../screens/spot/spot-inquiry-screen.tsx'),
  screens => screens.SpotInquiryScreen,
)
const SpotProductsScreen = later(
  () => import('../screens/spot/spot-products-screen.tsx'),
  screens => screens.SpotProductsScreen,
)
const ErrorScreen = later(loadErrors, screens => screens.ErrorScreen)
const PaymentErrorScreen = later(loadErrors, screens => screens.PaymentErrorScreen)
const ChangeUrlScreen = later(
  () => import('../screens/change-url/change-url-screen.tsx'),
  screens => screens.ChangeUrlScreen,
)
const TodayScreen = later(
  () => import('../screens/signage/today-screen.tsx'),
  screens => screens.TodayScreen,
)
const SpotQrScreen = later(
  () => import('../screens/spot-qr/spot-qr-screen.tsx'),
  screens => screens.SpotQrScreen,
)
const NotFoundScreen = later(
  () => import('../screens/not-found/not-found-screen.tsx'),
  screens => screens.NotFoundScreen,
)

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
