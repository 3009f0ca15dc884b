import { bcp47Of } from '@kippu/domain/language'
import type { ReactElement, ReactNode } from 'react'

import { useLanguage, useText } from '../../i18n/texts.tsx'
import { brandName } from '../../parts/paying/methods/brand-name.ts'
import { CARD_BRANDS } from '../../parts/paying/methods/card-brands.tsx'
import { waysOf } from '../../parts/paying/methods/method-groups.ts'
import { usePaymentMethods } from '../../parts/paying/methods/payment-methods.ts'
import { Prose } from '../../ui/prose.tsx'
import { DataTransmissionSection, LegalPage, ResaleSection } from './legal-page.tsx'
import styles from './legal.module.css'

/** `/specified`: the statements that the law requires of a mail-order seller (特定商取引法 article 11). */
export function SpecifiedPage(): ReactElement {
  const t = useText()
  return (
    <LegalPage title={t('specified_title')}>
      <dl className={styles.facts}>
        <Fact name={t('specified_seller')}>{t('site_seller')}</Fact>
        <Fact name={t('specified_representative')}>{t('site_representative')}</Fact>
        <Fact name={t('specified_address')}>{t('site_address')}</Fact>
        <Fact name={t('specified_phone')}>
          <Phone />
        </Fact>
        <Fact name={t('specified_email')}>
          <a href={`mailto:${t('site_email')}`}>{t('site_email')}</a>
        </Fact>
        <Fact name={t('specified_registration')}>{t('site_registration_number')}</Fact>
        <Fact name={t('specified_price')}>{t('specified_price_text')}</Fact>
        <Fact name={t('specified_fees')}>{t('specified_fees_text')}</Fact>
        <Fact name={t('specified_methods')}>
          <PaymentMethods />
        </Fact>
        <Fact name={t('specified_payment_time')}>{t('specified_payment_time_text')}</Fact>
        <Fact name={t('specified_period')}>{t('specified_period_text')}</Fact>
        <Fact name={t('specified_delivery')}>{t('specified_delivery_text')}</Fact>
        <Fact name={t('specified_cancellation')}>{t('site_cancellation')}</Fact>
        <Fact name={t('specified_conditions')}>
          <Prose text={t('site_visit_conditions')} />
        </Fact>
        <Fact name={t('specified_environment')}>{t('specified_environment_text')}</Fact>
      </dl>
      <ResaleSection />
      <DataTransmissionSection />
    </LegalPage>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Phone(): ReactElement {
  const t = useText()
  return (
    <>
      <a href={`tel:${t('site_phone').replaceAll('-', '')}`}>{t('site_phone')}</a>
      <br />
      {t('site_phone_hours')}
    </>
  )
}

/** A visitor pays by credit card or by PayPay and not by provider: each way once, and the brands of the cards. */
function PaymentMethods(): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const { data: methods = [] } = usePaymentMethods()
  const brands = new Intl.ListFormat(bcp47Of(lang)).format(CARD_BRANDS.map(brandName))
  return (
    <ul>
      {waysOf(methods).map(({ name, isCard }) => (
        <li key={name}>{isCard ? t('specified_cards', { name, brands }) : name}</li>
      ))}
    </ul>
  )
}
