import { bcp47Of, isLanguage } from '@kippu/domain/language'
import type { ReactElement } from 'react'
import { Link } from '../page/router.tsx'

import { LANGUAGE_NAMES } from '../i18n/language-names.ts'
import { useLanguage, useText } from '../i18n/texts.tsx'
import { changeLanguage } from '../session/chosen-language.ts'
import { Icon } from '../ui/icon.tsx'
import { useFirstView, useSite } from '../page/first-view-context.ts'
import styles from './header.module.css'

/**
 * The site's logo and the languages. On ticket pages a site may colour the header or leave the logo out. A printed
 * ticket has a logo of its own.
 */
export function Header(): ReactElement {
  const { headerLogo, look, name, printLogo, ticketDisplay } = useSite()
  const isTicket = useFirstView().kind === 'ticket'
  const { pc, sp } = ticketDisplay.headerColor
  return (
    <header className={styles.header} {...(isTicket && { 'data-pc': pc, 'data-sp': sp })}>
      {isTicket && (
        <img
          className={styles.printed}
          src={printLogo.url}
          width={printLogo.width}
          height={printLogo.height}
          alt={name}
        />
      )}
      <Link to="/" className={styles.home}>
        {isTicket && !ticketDisplay.showHeaderLogo ? (
          name
        ) : (
          <picture>
            <source
              srcSet={headerLogo.white}
              media={look.scheme === 'dark' ? 'screen' : 'screen and (prefers-color-scheme: dark)'}
            />
            <img src={headerLogo.black} width={headerLogo.width} height={headerLogo.height} alt={name} />
          </picture>
        )}
      </Link>
      <LanguageMenu />
    </header>
  )
}

/** Changing the language loads the page again and keeps route and choices. */
function LanguageMenu(): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const { langs, site } = useFirstView()
  return (
    <label className={styles.language} data-print="no">
      <span className="visually-hidden">{t('common_language')}</span>
      <Icon name="globe" />
      <select
        value={lang}
        onChange={({ target }) => {
          if (isLanguage(target.value)) changeLanguage(site.key, target.value)
        }}
      >
        {langs.map(({ id }) => (
          <option key={id} value={id} lang={bcp47Of(id)}>
            {LANGUAGE_NAMES[id]}
          </option>
        ))}
      </select>
    </label>
  )
}
