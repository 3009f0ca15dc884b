import { sendOrderMail } from '@kippu/contract/order-mails'
import type { TemporaryOrder } from '@kippu/contract/orders'
import { getFieldTemplates } from '@kippu/contract/site-content'
import type { FieldTemplate } from '@kippu/contract/site-content'
import { contentsOf } from '@kippu/domain/form/order-fields'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { useNavigate } from '../../app/router.tsx'

import { request } from '../../api/client.ts'
import { useSite } from '../../app/first-view-context.ts'
import { mainOrder } from '../../app/redirects.ts'
import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout-page/checkout-page.tsx'
import { orderKey, useAnswers } from '../../parts/current-order/current-order.ts'
import { WithOrder } from '../../parts/current-order/with-order.tsx'
import { startingValues } from '../../parts/customer-form/buyer-values.ts'
import type { BuyerValues } from '../../parts/customer-form/buyer-values.ts'
import { CustomerForm } from '../../parts/customer-form/customer-form.tsx'
import { takeUnsentAnswers } from '../../parts/customer-form/unsent-answers.ts'
import { VisitConditions } from '../../parts/customer-form/visit-conditions.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sameAnswers } from './same-answers.ts'

/** Who buys (R-2.10–2.12): ends in a mail that proves the address, or at once in the payment when nothing changed. */
export function SignInScreen(): ReactElement {
  const t = useText()
  return (
    <WithOrder title={t('sign_in_title')}>
      {(order, token) => <SignIn key={token} order={order} token={token} />}
    </WithOrder>
  )
}

interface SignInProps {
  readonly order: TemporaryOrder
  readonly token: string
}

function SignIn({ order, token }: SignInProps): ReactElement {
  const t = useText()
  const templates = useQuery({
    queryKey: ['field_templates'],
    queryFn: () => request(getFieldTemplates, {}),
    staleTime: Infinity,
  })
  return (
    <CheckoutPage
      title={t('sign_in_title')}
      lead={t('sign_in_lead')}
      order={order}
      back={{ to: mainOrder(), label: t('sign_in_back') }}
    >
      {templates.data !== undefined ? (
        <Form order={order} token={token} templates={templates.data} />
      ) : templates.isError ? (
        <Button look="plain" onClick={() => void templates.refetch()}>
          {t('common_retry')}
        </Button>
      ) : (
        <Skeleton lines={8} label={t('common_loading')} />
      )}
    </CheckoutPage>
  )
}

interface FormProps extends SignInProps {
  readonly templates: readonly FieldTemplate[]
}

function Form({ order, token, templates }: FormProps): ReactElement {
  const { signIn } = useSite()
  const saved = useSession(session => session.savedSignIn)
  const answers = useAnswers(order)
  const [unsent] = useState(takeUnsentAnswers)
  const { submit, isSending } = useSubmit({ order, token, templates })
  return (
    <CustomerForm
      templates={templates}
      startingValues={unsent ?? startingValues({ signIn, saved, answers })}
      conditions={<VisitConditions caution={order.main_product.caution} />}
      isSending={isSending}
      onSubmit={submit}
    />
  )
}

/** Sends the answers, remembers the boxes and goes on. An address that is proved already is not asked to prove itself again. */
function useSubmit({ order, token, templates }: FormProps): {
  submit: (values: BuyerValues) => void
  isSending: boolean
} {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (values: BuyerValues) =>
      request(sendOrderMail, { params: { token }, body: { contents: contentsOf(values, templates) } }),
    onSuccess: async (_, values) => {
      remember(values)
      await queryClient.invalidateQueries({ queryKey: orderKey(token) })
      navigate('/sended-mail')
    },
  })
  const submit = (values: BuyerValues): void => {
    const isProved =
      order.status === 'ready_checkout' && sameAnswers(contentsOf(values, templates), order.customer_info)
    if (!isProved) return mutate(values)
    remember(values)
    navigate('/payment')
  }
  return { submit, isSending: isPending }
}

/** The boxes alone: what names a person is read again from the order. */
function remember({ termsAccepted, acceptMailMagazine, acceptTeamLabMailMagazine }: BuyerValues): void {
  useSession.setState({ savedSignIn: { termsAccepted, acceptMailMagazine, acceptTeamLabMailMagazine } })
}
