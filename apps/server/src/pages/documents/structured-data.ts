import type { OrderFirstView } from '@kippu/contract/first-view'
import type { StockStatusRow } from '@kippu/contract/products'
import { hoursOn, type OpeningHours } from '@kippu/domain/calendar/opening-hours'
import { addDays, datesBetween, type IsoDate } from '@kippu/domain/jst-date'
import { bcp47Of } from '@kippu/domain/language'
import type { Event, Graph, Offer, OpeningHoursSpecification, Place } from 'schema-dts'

import { addressIn, describe, type PublicPage } from './head-tags.ts'

/** Days that are told one by one: further ones are in the calendar of the page. */
const MOST_EVENTS = 7
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The availability of a day, by its state in the calendar; a closed day is not an event. */
const AVAILABILITY = {
  normal: 'https://schema.org/InStock',
  few: 'https://schema.org/LimitedAvailability',
  sold_out: 'https://schema.org/SoldOut',
} as const

/** A house, its products and its next days, as search engines read them (schema.org). */
export function structuredData(
  view: Pick<OrderFirstView, 'products' | 'stock' | 'today' | 'productUuid'>,
  page: PublicPage,
  picture: string | undefined,
): Graph {
  const { site, lang, origin } = page
  const url = addressIn(page, lang)
  const placeId = `${origin}/#place`
  const image = picture === undefined ? {} : { image: picture }
  const place: Place = {
    '@type': 'Place',
    '@id': placeId,
    name: site.name[lang],
    description: describe(page),
    url,
    ...image,
    telephone: site.legal.phone,
    address: { '@type': 'PostalAddress', streetAddress: site.address[lang], addressCountry: 'JP' },
    ...(site.visiting.map !== null && { hasMap: site.visiting.map }),
    ...(site.visiting.opening !== null && hoursOfPlace(site.visiting.opening, view.today)),
  }
  const shared = {
    location: { '@id': placeId },
    organizer: { '@type': 'Organization', name: site.legal.seller[lang], url: `${origin}/` },
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    inLanguage: bcp47Of(lang),
  } as const
  const named = view.products.find(({ uuid }) => uuid === view.productUuid)
  const events = view.stock.flatMap(row => eventOf(row)).slice(0, MOST_EVENTS)
  return { '@context': 'https://schema.org', '@graph': [place, ...view.products.map(productOf), ...events] }

  function productOf(product: OrderFirstView['products'][number]): Event {
    const days = view.stock.filter(({ stock_status: state }) => state !== 'closed')
    const [first] = days
    const last = days.at(-1)
    return {
      '@type': 'Event',
      '@id': `${origin}/#${product.uuid}`,
      name: product.name,
      description: product.description,
      startDate: first?.date ?? view.today,
      endDate: last?.date ?? view.today,
      image:
        product.image_path === null
          ? (picture ?? `${origin}${site.heroImage}`)
          : `${origin}${product.image_path}`,
      offers: offerOf(
        product.base_price,
        'https://schema.org/InStock',
        `${url}${url.includes('?') ? '&' : '?'}product=${product.uuid}`,
      ),
      ...shared,
    }
  }

  function eventOf({ date, stock_status: state, display_price: price }: StockStatusRow): readonly Event[] {
    if (state === 'closed' || price === null) return []
    const hours = site.visiting.opening === null ? [] : hoursOn(site.visiting.opening, date)
    const [first] = hours
    const last = hours.at(-1)
    return [
      {
        '@type': 'Event',
        name: named?.name ?? site.name[lang],
        startDate: first === undefined ? date : `${date}T${first.from}:00+09:00`,
        endDate: last === undefined ? date : endOf(date, last.to),
        ...image,
        ...(named !== undefined && { superEvent: { '@id': `${origin}/#${named.uuid}` } }),
        offers: offerOf(price, AVAILABILITY[state], url),
        ...shared,
      },
    ]
  }

  function offerOf(price: number, availability: Offer['availability'], address: string): Offer {
    return {
      '@type': 'Offer',
      price,
      priceCurrency: 'JPY',
      url: address,
      ...(availability !== undefined && { availability }),
    }
  }
}

/** Midnight at the end of a day is the beginning of the next one. */
function endOf(date: IsoDate, to: string): string {
  return to === '24:00' ? `${addDays(date, 1)}T00:00:00+09:00` : `${date}T${to}:00+09:00`
}

/** The usual week, and the days of the next weeks on which the hours are others. */
function hoursOfPlace(
  opening: OpeningHours,
  today: IsoDate,
): Pick<Extract<Place, object>, never> & {
  readonly openingHoursSpecification: OpeningHoursSpecification[]
  readonly specialOpeningHoursSpecification?: OpeningHoursSpecification[]
} {
  const week = opening.week.flatMap((hours, weekday) =>
    hours.map(({ from, to }) => specification(from, to, { dayOfWeek: WEEKDAYS[weekday] ?? 'Sunday' })),
  )
  const usual = { ...opening, exceptions: [] }
  const special = datesBetween(today, addDays(today, 60)).flatMap(day => {
    const hours = hoursOn(opening, day)
    if (JSON.stringify(hours) === JSON.stringify(hoursOn(usual, day))) return []
    const valid = { validFrom: day, validThrough: day }
    // Closed: it opens and closes at once.
    if (hours.length === 0) return [specification('00:00', '00:00', valid)]
    return hours.map(({ from, to }) => specification(from, to, valid))
  })
  return {
    openingHoursSpecification: week,
    ...(special.length > 0 && { specialOpeningHoursSpecification: special }),
  }
}

function specification(
  opens: string,
  closes: string,
  when:
    | { readonly dayOfWeek: (typeof WEEKDAYS)[number] }
    | { readonly validFrom: IsoDate; readonly validThrough: IsoDate },
): OpeningHoursSpecification {
  return {
    '@type': 'OpeningHoursSpecification',
    opens,
    closes: closes === '24:00' ? '23:59' : closes,
    ...when,
  }
}
