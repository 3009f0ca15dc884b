import type { ReactElement, ReactNode } from 'react'

import { usePrice } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Payable } from '../../payable/payable.ts'
import { MethodFields } from './method-fields.tsx'
import type { MethodChoice } from './use-method-choice.ts'
import type { OfferedMethods } from './use-offered-methods.ts'

/** The id of the form, for the button beside it. */
export const METHOD_FORM = 'choose-payment'

interface MethodFormProps {
  readonly payable: Payable
  readonly offered: OfferedMethods
  readonly choice: MethodChoice
  /** A way to make the price larger, where no method takes one so small. */
  readonly whereTooLittle?: ReactNode
  /** The button that sends the form is being pressed for something else already. */
  readonly isBusy?: boolean
}

/** The choice of a payment method for something that costs more than nothing; its button is beside it, in the bar. */
export function MethodForm({
  payable,
  offered,
  choice,
  whereTooLittle,
  isBusy = false,
}: MethodFormProps): ReactElement {
  const t = useText()
  const price = usePrice()
  const { methods, isError, retry } = offered
  if (isError)
    return (
      <Button look="plain" onClick={retry}>
        {t('common_retry')}
      </Button>
    )
  if (methods === undefined) return <Skeleton lines={5} label={t('common_loading')} />
  if (offered.isTooLittle)
    return (
      <Notice kind="caution">
        <p>{t('payment_too_little', { price: price(payable.price) })}</p>
        {whereTooLittle}
      </Notice>
    )
  if (methods.length === 0) return <Notice kind="caution">{t('payment_none')}</Notice>
  return (
    <form
      id={METHOD_FORM}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!isBusy) choice.save()
      }}
    >
      <MethodFields
        payable={payable}
        methods={methods}
        choice={choice}
        onWallet={method => {
          if (!isBusy) choice.goOnWith(method)
        }}
      />
    </form>
  )
}
