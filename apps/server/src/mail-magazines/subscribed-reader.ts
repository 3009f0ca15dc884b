import { type RawBuilder, sql } from 'kysely'

/**
 * In SQL, the id of the reader with a normalised address on a site, null where they get no magazine. Their token
 * (`tokens.derive('magazine', id)`) ends the magazines: it goes into the mails to that address (S-6.05).
 */
export function subscribedReader(
  siteKey: RawBuilder<unknown>,
  address: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select id from magazine_readers as reader
     where reader.site_key = ${siteKey} and reader.email = ${address}
       and exists (select from magazine_subscriptions where reader_id = reader.id and is_subscribed))`
}
