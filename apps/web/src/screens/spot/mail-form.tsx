import type { Answer } from '@kippu/contract/call'
import { answerSpotFields, mailSpotTickets } from '@kippu/contract/spot'
import type { readSpotOrderFields } from '@kippu/contract/spot'
import { contentsOf, ORDER_FIELDS } from '@kippu/domain/form/order-fields'
import type { FieldTemplate } from '@kippu/domain/form/order-fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useSite } from '../../page/first-view-context.ts'
import { useText } from '../../i18n/texts.tsx'
import { useNavigate } from '../../page/router.tsx'
import { spotMailed } from '../../page/spot-redirects.ts'
import { mailedToKey } from '../../parts/checkout/complete/complete-purchase.ts'
import { AnswerField } from '../../parts/form/answer-field.tsx'
import { startingValues } from '../../parts/form/buyer-values.ts'
import type { BuyerValues } from '../../parts/form/buyer-values.ts'
import { ErrorSummary } from '../../parts/form/error-summary.tsx'
import { fieldLabel } from '../../parts/form/field-label.ts'
import { formProblems } from '../../parts/form/form-problems.ts'
import { shownFields } from '../../parts/form/shown-fields.ts'
import type { ShownField } from '../../parts/form/shown-fields.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './spot.module.css'

interface MailFormProps {
  readonly reservationToken: string
  readonly fields: Answer<typeof readSpotOrderFields>
}

/**
 * One field, the address, and a button. The address is asked for once, because a wrong one loses nothing: the tickets are here already,
 * and it can be corrected. Everything else that the site asks is folded, and optional unless the site requires that question.
 */
export function MailForm({ reservationToken, fields }: MailFormProps): ReactElement {
  const t = useText()
  const { signIn } = useSite()
  const templates = withAddress(fields.field_templates)
  const form = useForm<BuyerValues>({
    defaultValues: startingValues({ signIn, saved: null, answers: fields.contents }),
    mode: 'onChange',
    shouldFocusError: false,
  })
  const [failedAttempts, setFailedAttempts] = useState(0)
  const { send, isSending, refusal } = useSend({ reservationToken, templates })
  const { asked, folded, magazines } = fieldsOf(templates)
  const problems = formProblems(form.formState.errors, [...asked, ...folded], t)
  const submit = form.handleSubmit(send, () => setFailedAttempts(count => count + 1))
  return (
    <form className={styles.mailForm} noValidate onSubmit={event => void submit(event)}>
      {fields.mail_sent && <Notice>{t('spot_fields_sent')}</Notice>}
      {failedAttempts > 0 && problems.length > 0 && (
        <ErrorSummary problems={problems} attempt={failedAttempts} />
      )}
      {refusal !== null && <Notice kind="error">{t(refusal)}</Notice>}
      {asked.map(shown => (
        <AnswerField key={shown.field} form={form} isAskedOnce {...shown} />
      ))}
      {folded.length + magazines.length > 0 && (
        <details className={styles.survey}>
          <summary>{t('spot_fields_survey')}</summary>
          <div>
            {folded.map(shown => (
              <AnswerField key={shown.field} form={form} {...shown} />
            ))}
            {magazines.map(field => (
              <CheckboxField
                key={field}
                {...form.register(ORDER_FIELDS[field].formKey)}
                label={fieldLabel(field, t)}
              />
            ))}
          </div>
        </details>
      )}
      <Button type="submit" look="plain" wide busy={isSending}>
        {t('spot_fields_send')}
      </Button>
    </form>
  )
}

/** The address is asked for whatever form the site has: it is the one thing that a mail needs. */
function withAddress(templates: readonly FieldTemplate[]): readonly FieldTemplate[] {
  const others = templates.filter(({ field_name: name }) => name !== 'email')
  return [{ field_name: 'email', is_display: true, is_require: true }, ...others]
}

/** Names and numbers are for orders that come by mail: at the door nobody is asked for them before they go in. */
function fieldsOf(templates: readonly FieldTemplate[]): {
  readonly asked: readonly ShownField[]
  readonly folded: readonly ShownField[]
  readonly magazines: ReturnType<typeof shownFields>['magazines']
} {
  const { main, optional, magazines } = shownFields(templates)
  const isAsked = ({ field }: ShownField): boolean =>
    field === 'email' || ORDER_FIELDS[field].group === 'survey'
  const notAsked = main.filter(shown => !isAsked(shown)).map(({ field }) => ({ field, isRequired: false }))
  return { asked: main.filter(isAsked), folded: [...notAsked, ...optional], magazines }
}

interface Sending {
  readonly reservationToken: string
  readonly templates: readonly FieldTemplate[]
}

/** Why the form itself says that nothing was sent. */
type Refusal = 'spot_fields_refused' | 'spot_fields_too_many'

interface Sent {
  readonly address: string
  readonly refusal: null
}

interface Refused {
  readonly refusal: Refusal
}

/**
 * Stores the answers and mails the tickets. A refused address keeps the visitor at the form: the purchase is done, and
 * the way back to its start that an address leads to before it would take them from their tickets.
 */
function useSend({ reservationToken, templates }: Sending): {
  readonly send: (values: BuyerValues) => void
  readonly isSending: boolean
  readonly refusal: Refusal | null
} {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, data, isPending } = useMutation({
    mutationFn: async (values: BuyerValues): Promise<Sent | Refused> => {
      const contents = contentsOf(values, templates).filter(({ value }) => value !== '')
      const address = contents.find(({ key }) => key === 'email')?.value ?? ''
      try {
        const answered = await request(answerSpotFields, {
          params: { token: reservationToken },
          body: { contents },
        })
        // A new address had them mailed at once; the same one only when asked again.
        if (!answered.mail_sent)
          await request(mailSpotTickets, { params: { reservation_token: reservationToken }, body: {} })
        return { address, refusal: null }
      } catch (error) {
        return { refusal: refusalOf(error) }
      }
    },
    onSuccess: result => {
      if (result.refusal !== null) return
      queryClient.setQueryData(mailedToKey(reservationToken), result.address)
      queryClient.removeQueries({ queryKey: ['spot fields', reservationToken] })
      navigate(spotMailed(reservationToken))
    },
  })
  return {
    send: values => (isPending ? undefined : mutate(values)),
    isSending: isPending,
    refusal: data?.refusal ?? null,
  }
}

/** @throws any other error. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof ApiError && error.body?.error === 'invalid email address') return 'spot_fields_refused'
  if (error instanceof ApiError && error.body?.error === 'too many mails') return 'spot_fields_too_many'
  throw error
}
