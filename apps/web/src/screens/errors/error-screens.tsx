import type { ReactElement } from 'react'
import { useSearchParams } from '../../app/router.tsx'

import { Link } from '../../app/router.tsx'

import { useText } from '../../i18n/texts.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'

/** `/error`: something went wrong for which there is no better word. */
export function ErrorScreen(): ReactElement {
  const t = useText()
  return (
    <Page title={t('error_page_title')} lead={t('error_page_message')}>
      <ToOrder />
    </Page>
  )
}

/** `/payment-error`: a payment that did not end well; `additional_info=inquiry` needs a person. */
export function PaymentErrorScreen(): ReactElement {
  const t = useText()
  const [query] = useSearchParams()
  if (query.get('additional_info') === 'inquiry') {
    return (
      <Page title={t('payment_error_inquiry_title')}>
        <Notice kind="caution">
          <p>{t('payment_error_inquiry_message')}</p>
        </Notice>
      </Page>
    )
  }
  return (
    <Page title={t('payment_error_title')} lead={t('payment_error_message')}>
      <ToOrder />
    </Page>
  )
}

function ToOrder(): ReactElement {
  const t = useText()
  return (
    <p>
      <Link className={buttonLook()} to="/order">
        {t('common_to_order')}
      </Link>
    </p>
  )
}
