import {
  type MethodsShown,
  type OffersShown,
  putLanguagesCall,
  putMethodsCall,
  readOffersCall,
} from '@kippu/contract/console/offers'
import { LANGUAGES } from '@kippu/domain/language'
import { METHOD_KINDS, SITE_PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { channelText, languageText, methodText } from '../fact-words'
import { momentText } from '../formats'
import { useLanguage } from '../language'
import { Loaded } from '../ui/said'
import type { Lang } from '../words'
import { HOUSE_WORDS } from './house-words'
import { OfferDialog, type OfferItem } from './offer-dialog'
import { OFFER_WORDS } from './offer-words'

/** Something that is offered in an order: the methods of a channel, or the languages. */
interface Offer {
  readonly id: string
  readonly name: string
  readonly items: readonly OfferItem[]
  readonly usual: readonly string[]
  readonly changed: MethodsShown['changed']
  readonly put: (
    asked: { readonly before: readonly string[]; readonly after: readonly string[]; readonly reason: string },
    key: string,
  ) => Promise<unknown>
}

/** The methods and languages of the site: each value, its default, since when and by whom. */
export function Offers({ site }: { readonly site: string }): ReactNode {
  const { pick, lang } = useLanguage()
  const offers = useQuery({
    queryKey: ['offers', site],
    queryFn: () => callStaff(readOffersCall, { params: { site } }),
  })
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section aria-labelledby="offers">
      <h2 id="offers">{pick(OFFER_WORDS.title)}</h2>
      <Loaded query={offers}>
        {data => {
          const all = offersOf(data, { site, lang, pick })
          const edited = all.find(({ id }) => id === open)
          return (
            <>
              <ul className="rows house">
                {all.map(offer => (
                  <Row key={offer.id} offer={offer} onEdit={() => setOpen(offer.id)} />
                ))}
              </ul>
              {edited === undefined ? null : (
                <OfferDialog
                  title={edited.name}
                  items={edited.items}
                  put={edited.put}
                  onClose={() => setOpen(null)}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

interface Reader {
  readonly site: string
  readonly lang: Lang
  readonly pick: ReturnType<typeof useLanguage>['pick']
}

function offersOf(data: OffersShown, { site, lang, pick }: Reader): readonly Offer[] {
  const channels = data.channels.filter(({ usual, methods }) => usual.length + methods.length > 0)
  return [
    ...channels.map(({ channel, methods, usual, changed }): Offer => ({
      id: channel,
      name: `${pick(OFFER_WORDS.methods)}: ${channelText(lang, channel)}`,
      usual,
      changed,
      items: methods.map(one => ({
        id: one.method,
        name: `${methodText(lang, one.method)}${METHOD_KINDS[one.method].usesThreeDSecure ? ' · 3-D Secure' : ''}`,
        isOffered: one.is_offered,
        isFixed: false,
        hasAccount: one.has_account,
        hasDiscount: one.discount !== null,
        touched: { kind: 'methods', paying: one.paying },
      })),
      put: ({ before, after, reason }, key) =>
        callStaff(
          putMethodsCall,
          {
            params: { site, channel },
            body: {
              before: known(SITE_PAYMENT_METHODS, before),
              after: known(SITE_PAYMENT_METHODS, after),
              reason,
            },
          },
          key,
        ),
    })),
    {
      id: 'languages',
      name: pick(OFFER_WORDS.languages),
      usual: data.usual_languages,
      changed: data.languages_changed,
      items: data.languages.map(one => ({
        id: one.id,
        name: languageText(lang, one.id),
        isOffered: one.is_offered,
        isFixed: one.is_default,
        hasAccount: true,
        hasDiscount: false,
        touched: { kind: 'languages', orders: one.orders, visits: one.visits },
      })),
      put: ({ before, after, reason }, key) =>
        callStaff(
          putLanguagesCall,
          {
            params: { site },
            body: { before: known(LANGUAGES, before), after: known(LANGUAGES, after), reason },
          },
          key,
        ),
    },
  ]
}

function known<Item extends string>(all: readonly Item[], ids: readonly string[]): Item[] {
  return ids.flatMap(id => all.filter(one => one === id))
}

function Row({ offer, onEdit }: { readonly offer: Offer; readonly onEdit: () => void }) {
  const { pick, lang } = useLanguage()
  const { name, items, usual, changed } = offer
  const offered = items.filter(({ isOffered }) => isOffered)
  const off = items.filter(({ isOffered }) => !isOffered)
  const isUsual = offered.map(one => one.id).join() === usual.join()
  const nameOf = (one: string): string => items.find(item => item.id === one)?.name ?? one
  return (
    <li>
      <span className="house-name">{name}</span>
      <div className="house-value">
        <ol className="said-list">
          {offered.map(item => (
            <li key={item.id}>
              {item.name}
              {item.hasAccount ? null : <span className="quiet"> · {pick(OFFER_WORDS.noAccount)}</span>}
            </li>
          ))}
        </ol>
        {off.length === 0 ? null : (
          <p>
            {pick(OFFER_WORDS.off)}: {off.map(item => item.name).join(', ')}
          </p>
        )}
      </div>
      <span className="quiet">
        {isUsual
          ? pick(OFFER_WORDS.asUsual)
          : `${pick(OFFER_WORDS.usual)}: ${usual.map(one => nameOf(one)).join(', ')}`}
        {changed === null ? null : ` · ${momentText(lang, changed.at)} ${changed.by}`}
      </span>
      <button type="button" aria-label={`${name}: ${pick(HOUSE_WORDS.edit)}`} onClick={onEdit}>
        {pick(HOUSE_WORDS.edit)}
      </button>
    </li>
  )
}
