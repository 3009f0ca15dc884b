import { sendOrderMail } from '@kippu/contract/order-mails'
import type { TemporaryOrder } from '@kippu/contract/orders'
import type { FieldTemplate } from '@kippu/contract/site-content'
import { contentsOf } from '@kippu/domain/form/order-fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useNavigate, useSearchParams } from '../../page/router.tsx'
import { useLanguage } from '../../i18n/texts.tsx'
import { orderKey } from '../../parts/checkout/order/current-order.ts'
import type { BuyerValues } from '../../parts/form/buyer-values.ts'
import { forgetUnsentAnswers } from '../../parts/form/unsent-answers.ts'
import { rememberAskedMail } from '../../session/asked-mail.ts'
import { useSession } from '../../session/session.ts'
import { sameAnswers } from './same-answers.ts'

interface BuyerForm {
  readonly order: TemporaryOrder
  readonly token: string
  readonly templates: readonly FieldTemplate[]
}

interface Submit {
  readonly submit: (values: BuyerValues) => void
  readonly isSending: boolean
  /** The form was sent with another address for an order whose address is proved. */
  readonly isRefused: boolean
  /** The answer that no mail can be sent to the address, a new one after each try; null while there is none. */
  readonly noMail: Error | null
}

/**
 * Sends the answers, remembers the boxes and goes on: to the page of the mail, or to the payment when the address is
 * proved already. With `?ref=c` the visitor came from the confirmation to change something, and goes back there.
 */
export function useSubmit({ order, token, templates }: BuyerForm): Submit {
  const lang = useLanguage()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isChange = useSearchParams()[0].get('ref') === 'c'
  const goOn = (values: BuyerValues, isMailSent: boolean): void => {
    remember(values)
    forgetUnsentAnswers()
    navigate(isMailSent ? '/sended-mail' : isChange ? '/confirm' : '/payment')
  }
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: (values: BuyerValues) =>
      request(sendOrderMail, {
        params: { token },
        body: { contents: contentsOf(values, templates), lang },
      }).catch(nullWhenProved),
    onSuccess: async (answer, values) => {
      rememberAskedMail()
      await queryClient.invalidateQueries({ queryKey: orderKey(token) })
      if (answer !== null) goOn(values, answer.mail_sent)
    },
  })
  const submit = (values: BuyerValues): void => {
    // Mails are written in the language of the order, so a new language also has to be sent.
    const isSame = order.lang === lang && sameAnswers(contentsOf(values, templates), order.customer_info)
    if (isProved(order) && isSame) goOn(values, false)
    else mutate(values)
  }
  const isOfAddress = error instanceof ApiError && error.body?.error === 'invalid email address'
  return { submit, isSending: isPending, isRefused: data === null, noMail: isOfAddress ? error : null }
}

/** Whether the link of the mail was followed: the order keeps its address from then on. */
export function isProved({ status }: TemporaryOrder): boolean {
  switch (status) {
    case 'temporary':
    case 'mail_sent':
      return false
    case 'ready_checkout':
    case 'payment_pending':
    case 'payment_3ds':
      return true
  }
}

/** @throws the error, unless it refuses another address for an order whose address is proved. */
function nullWhenProved(error: unknown): null {
  if (error instanceof ApiError && error.body?.error === 'invalid order status') return null
  throw error
}

/** Only the boxes: answers that identify a person are read from the order again. */
function remember({ termsAccepted, acceptMailMagazine, acceptTeamLabMailMagazine }: BuyerValues): void {
  useSession.setState({ savedSignIn: { termsAccepted, acceptMailMagazine, acceptTeamLabMailMagazine } })
}
