import type { TimeChange } from '@kippu/contract/time-changes'
import { timeOf } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { changePayment, chooseChange } from '../../page/change-redirects.ts'
import type { TimeChangePlace } from '../../page/change-redirects.ts'
import { Link } from '../../page/router.tsx'
import { useCheckout } from '../../parts/paying/checkout/use-checkout.ts'
import { useRefusal } from '../../parts/paying/data/use-refusal.ts'
import { payableChange } from '../../parts/payable/payable.ts'
import { ChangePage } from '../../parts/time-change/page/change-page.tsx'
import { ChangeRecap } from '../../parts/time-change/page/change-recap.tsx'
import { WithChange } from '../../parts/time-change/page/with-change.tsx'
import type { SavedPayment } from '../../session/pieces.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChangeLines } from './change-lines.tsx'
import { useChangePlace } from './use-change-place.ts'
import { useGiveUp } from './use-give-up.ts'

/**
 * The differences, side by side, before anything is agreed; after a refused payment it says first that nothing was
 * charged, and what is kept until when.
 */
export function ConfirmChangeScreen(): ReactElement {
  const t = useText()
  const place = useChangePlace()
  return (
    <WithChange place={place} title={t('change_confirm_title')}>
      {change => <ConfirmChange change={change} place={place} />}
    </WithChange>
  )
}

interface ConfirmChangeProps {
  readonly change: TimeChange
  readonly place: TimeChangePlace
}

function ConfirmChange({ change, place }: ConfirmChangeProps): ReactElement {
  const t = useText()
  const { giveUp, isGivingUp } = useGiveUp(place)
  const refused = useRefusal('time_change')
  return (
    <ChangePage
      title={t('change_confirm_title')}
      lead={t('change_confirm_lead')}
      change={change}
      token={place.token}
      back={{ to: chooseChange(place.oldToken), label: t('change_other_time') }}
      isWhole
    >
      {refused !== null && (
        <Notice kind="error" title={t('refused_title')}>
          <p>{t('change_refused_kept', { time: timeOf(change.expires_at) })}</p>
        </Notice>
      )}
      <ChangeRecap change={change} />
      <ChangeLines change={change} />
      <MoneyNote change={change} />
      <p>{t('change_old_tickets')}</p>
      {change.payment_required ? (
        <Link to={changePayment(place)} className={buttonLook('primary', true)}>
          {t('change_to_payment')}
        </Link>
      ) : (
        <Agree change={change} place={place} />
      )}
      <Button look="quiet" busy={isGivingUp} onClick={giveUp}>
        {t('change_give_up')}
      </Button>
    </ChangePage>
  )
}

/** The amount still to pay, or to go back, in one sentence. */
function MoneyNote({ change: { difference, refund } }: Pick<ConfirmChangeProps, 'change'>): ReactElement {
  const t = useText()
  const price = usePrice()
  if (difference > 0) return <Notice>{t('change_says_more', { price: price(difference) })}</Notice>
  if (difference === 0) return <Notice>{t('change_says_equal')}</Notice>
  if (refund > 0) return <Notice>{t('change_says_back', { price: price(refund) })}</Notice>
  return <Notice kind="caution">{t('change_says_kept', { price: price(-difference) })}</Notice>
}

const NOTHING_TO_PAY: SavedPayment = {
  paymentMethodType: 'free',
  paymentData: { payment_method_type: 'free' },
  card: null,
}

/** Makes a change that costs nothing more. */
function Agree({ change, place }: ConfirmChangeProps): ReactElement {
  const t = useText()
  const { pay, isPaying } = useCheckout({
    payable: payableChange(change, place.token),
    shown: 0,
    fingerprintScript: null,
  })
  return (
    <Button wide busy={isPaying} onClick={() => pay(NOTHING_TO_PAY)}>
      {t(isPaying ? 'change_agreeing' : 'change_agree')}
    </Button>
  )
}
