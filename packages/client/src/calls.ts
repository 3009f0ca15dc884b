// Written by tools/write-client.ts from the OpenAPI document: change the contract instead.

/** The body of every refusal. */
export type Failure = {
/** The code of the refusal. An unexpected failure (500) has none. */
readonly "error"?: string
/** A word for whoever writes the client; not for visitors. */
readonly "message"?: string
/** With `invalid_request` and some others: the fields that are wrong. */
readonly "fields"?: Array<{
/** The path of the field. */
readonly "field": string
/** The name of the rule that it breaks. */
readonly "rule": string
}>
/** Of a payment: the same order can be paid again, also in another way. */
readonly "can_retry"?: boolean
/** Of a payment: the order that it was for. */
readonly "order_token"?: string
/** Of a payment: the change of time that it was for. */
readonly "timechange_token"?: string
/** Of a payment of a change of time: the reservation that it moves. */
readonly "reservation_token"?: string
/** Whole seconds until the same request may be answered otherwise; the header `Retry-After` says the same. */
readonly "retry_after"?: number
/** The number of the request, to be told to the operator. */
readonly "request_id"?: string
}

/** What each call takes, and what it answers. */
export interface Calls {
/** The languages of the site in display order; exactly one is the default. */
readonly getLangs: {
readonly args: {  }
readonly answer: Array<{
/** The language. A language of the product. */
readonly "id": "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
/** Whether a visitor reads this language unless they choose another. */
readonly "is_default": boolean
}>
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The fields that the buyer form shows, and those that it requires. */
readonly getFieldTemplates: {
readonly args: {  }
readonly answer: Array<{
/** The name of a field of the buyer form. */
readonly "field_name": string
/** Whether the form shows the field. */
readonly "is_display": boolean
/** Whether the field must be filled. */
readonly "is_require": boolean
}>
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Settings that the operators change at run time. */
readonly getConfigurations: {
readonly args: {  }
readonly answer: Array<{
/** The name of the setting. */
readonly "key": string
/** The setting, as text. */
readonly "value": string
}>
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Every word of the site in one language. */
readonly getTexts: {
readonly args: { readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: Array<{
/** The name of the text. */
readonly "key": string
/** The words. */
readonly "text": string
}>
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The ways to pay of a channel in display order. `free` is never listed: it serves what costs nothing. */
readonly getPaymentMethods: {
readonly args: { readonly query: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
/** The channel of the sale: `web`, or `spot` at the door. */
readonly channel: string
} }
readonly answer: Array<{
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** A name, in the language of the answer. */
readonly "name": string
/** Whether the way to pay takes a fixed amount or a percentage off; null where it takes nothing off. */
readonly "discount_type": "fixed" | "percent" | null
/** What the way to pay takes off: yen, or percent points where `discount_type` is `percent`. Whole yen (JPY), with tax, zero or more. */
readonly "discount_amount": number
/** What a browser needs to take the data of a payment. Public values only. */
readonly "client": {
/** Who moves the money. */
readonly "provider": "gmo" | "softbank" | "adyen" | "stripe" | "alipay" | "docomo" | "free"
/** Addresses of the provider’s scripts, in the order in which they load. */
readonly "scripts": Array<string>
/** Addresses of the provider’s style sheets. */
readonly "styles": Array<string>
/** Public values by the provider’s own names. */
readonly "config": Readonly<Record<string, string>>
/** True where no money moves: the page must say so. */
readonly "is_test": boolean
}
}>
readonly code: "invalid channel" | "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The colours of calendar days, both ends included; at most 100 days. */
readonly getCalendarColors: {
readonly args: { readonly query: {
/** The first day of the range. A day in Japan, `yyyy-MM-dd`. */
readonly from: string
/** The last day of the range; at most 99 days after the first. A day in Japan, `yyyy-MM-dd`. */
readonly to: string
} }
readonly answer: Array<{
/** The day. A day in Japan, `yyyy-MM-dd`. */
readonly "date": string
/** A colour, `#rrggbb`. */
readonly "color_code": string
}>
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** What the house says above every screen now, warnings first. */
readonly getNotices: {
readonly args: { readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: Array<{
/** The number of the notice. A number of the store, valid at this site. */
readonly "id": number
/** How much it matters. */
readonly "severity": "information" | "warning"
/** A page takes it off then. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "shown_until": string
/** The language of the words: English where the asked one has none. A language of the product. */
readonly "lang": "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
/** What the house says, in plain text. */
readonly "text": string
}>
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The products that visitors choose from, in display order. */
readonly getProducts: {
readonly args: { readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** A name, in the language of the answer. */
readonly "name": string
/** What it is, in plain text in the language of the answer. */
readonly "description": string
/** The path of a picture at this site; null where there is none. */
readonly "image_path": string | null
/** The price of a ticket before what its kind adds. Whole yen (JPY), with tax, zero or more. */
readonly "base_price": number
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "sale_type": "period" | "date" | "time"
/** How often a ticket admits within its time. */
readonly "entry_policy": "once" | "daily" | "any"
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly "reentry_minutes": number | null
/** A product of its own, or one that is bought with another. */
readonly "product_type": "main" | "set"
/** The sponsor whose name the product bears; null where there is none. */
readonly "naming_right": string | null
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly "caution": string | null
/** What there is to choose: kinds of tickets, and extras. */
readonly "options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The name of the choice, in the language of the answer. */
readonly "name": string
/** `ticket_type`: every unit is a ticket. `extra`: bought with them, and no ticket. */
readonly "type": "ticket_type" | "extra"
/** What can be chosen. */
readonly "values": Array<{
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** A name, in the language of the answer. */
readonly "name": string
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly "caution": string | null
}>
}>
}>
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Products with the stock of each day of a range, both ends included; at most 100 days. */
readonly searchProducts: {
readonly args: { readonly query: {
/** The first day of the range. A day in Japan, `yyyy-MM-dd`. */
readonly from: string
/** The last day of the range; at most 99 days after the first. A day in Japan, `yyyy-MM-dd`. */
readonly to: string
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
/** Only this product; without it, all. A UUID; capital letters are read like small ones. */
readonly product_uuid?: string
/** Only main products, or only set products; without it, both. */
readonly product_type?: "main" | "set"
} }
readonly answer: Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** A name, in the language of the answer. */
readonly "name": string
/** What it is, in plain text in the language of the answer. */
readonly "description": string
/** The path of a picture at this site; null where there is none. */
readonly "image_path": string | null
/** The price of a ticket before what its kind adds. Whole yen (JPY), with tax, zero or more. */
readonly "base_price": number
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "sale_type": "period" | "date" | "time"
/** How often a ticket admits within its time. */
readonly "entry_policy": "once" | "daily" | "any"
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly "reentry_minutes": number | null
/** A product of its own, or one that is bought with another. */
readonly "product_type": "main" | "set"
/** The sponsor whose name the product bears; null where there is none. */
readonly "naming_right": string | null
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly "caution": string | null
/** What there is to choose: kinds of tickets, and extras. */
readonly "options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The name of the choice, in the language of the answer. */
readonly "name": string
/** `ticket_type`: every unit is a ticket. `extra`: bought with them, and no ticket. */
readonly "type": "ticket_type" | "extra"
/** What can be chosen. */
readonly "values": Array<{
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** A name, in the language of the answer. */
readonly "name": string
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly "caution": string | null
}>
}>
/** The days, in order. */
readonly "days": Array<{
/** The day. A day in Japan, `yyyy-MM-dd`. */
readonly "date": string
/** The price of a ticket before what its kind adds. Whole yen (JPY), with tax, zero or more. */
readonly "base_price": number
/** How much of the product there is on the day. */
readonly "product_stock_status": "normal" | "is_few" | "sold_out" | "closed"
/** The times, in order. */
readonly "time_spans": Array<{
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** When the visit may begin. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "to": string
/** Places that can be bought now; those of holds that have ended count. */
readonly "stock_count": number
/** Places that can be bought now. */
readonly "remaining_stock": number
/** What there is to choose: kinds of tickets, and extras. */
readonly "options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** The name of the choice, in the language of the answer. */
readonly "name": string
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
}>
}>
}>
}>
readonly code: "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The main products that are offered on a day, sold out or not, with their stock. */
readonly searchProductsOfDay: {
readonly args: { readonly query: {
/** The day. A day in Japan, `yyyy-MM-dd`. */
readonly date: string
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** A name, in the language of the answer. */
readonly "name": string
/** What it is, in plain text in the language of the answer. */
readonly "description": string
/** The path of a picture at this site; null where there is none. */
readonly "image_path": string | null
/** The price of a ticket before what its kind adds. Whole yen (JPY), with tax, zero or more. */
readonly "base_price": number
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "sale_type": "period" | "date" | "time"
/** How often a ticket admits within its time. */
readonly "entry_policy": "once" | "daily" | "any"
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly "reentry_minutes": number | null
/** A product of its own, or one that is bought with another. */
readonly "product_type": "main" | "set"
/** The sponsor whose name the product bears; null where there is none. */
readonly "naming_right": string | null
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly "caution": string | null
/** What there is to choose: kinds of tickets, and extras. */
readonly "options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The name of the choice, in the language of the answer. */
readonly "name": string
/** `ticket_type`: every unit is a ticket. `extra`: bought with them, and no ticket. */
readonly "type": "ticket_type" | "extra"
/** What can be chosen. */
readonly "values": Array<{
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** A name, in the language of the answer. */
readonly "name": string
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly "caution": string | null
}>
}>
/** How much of the product there is on the day. */
readonly "product_stock_status": "normal" | "is_few" | "sold_out" | "closed"
/** The times, in order. */
readonly "time_spans": Array<{
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** When the visit may begin. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "to": string
/** Places that can be bought now; those of holds that have ended count. */
readonly "stock_count": number
/** Places that can be bought now. */
readonly "remaining_stock": number
/** What there is to choose: kinds of tickets, and extras. */
readonly "options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** The name of the choice, in the language of the answer. */
readonly "name": string
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
}>
}>
}>
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** One row for each day that has stock, for a calendar; at most 100 days. Without a product it is the calendar of the whole site: the best state and the lowest price of its main products. */
readonly getStocksStatuses: {
readonly args: { readonly query: {
/** The first day of the range. A day in Japan, `yyyy-MM-dd`. */
readonly from: string
/** The last day of the range; at most 99 days after the first. A day in Japan, `yyyy-MM-dd`. */
readonly to: string
/** Only this product; without it, all. A UUID; capital letters are read like small ones. */
readonly product_uuid?: string
} }
readonly answer: Array<{
/** The day. A day in Japan, `yyyy-MM-dd`. */
readonly "date": string
/** The state of the day in a calendar. */
readonly "stock_status": "normal" | "few" | "sold_out" | "closed"
/** The lowest price of the day; null where none is shown. */
readonly "display_price": number | null
/** Whether the day is shown as sold out, and not as closed. */
readonly "is_sold_out_display_product": boolean
/** In the calendar of a site with several products: the only one that can still be bought on the day. A UUID; capital letters are read like small ones. */
readonly "only_product_uuid"?: string
}>
readonly code: "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The time spans of one product on one day. */
readonly getStocks: {
readonly args: { readonly query: {
/** The day. A day in Japan, `yyyy-MM-dd`. */
readonly date: string
/** The product, by its number or its uuid. */
readonly product_id: string
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** The times, in order. */
readonly "time_spans": Array<{
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** When the visit may begin. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "to": string
/** Places that can be bought now; those of holds that have ended count. */
readonly "stock_count": number
/** Places that can be bought now. */
readonly "remaining_stock": number
/** What there is to choose: kinds of tickets, and extras. */
readonly "options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** The name of the choice, in the language of the answer. */
readonly "name": string
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
}>
}>
/** The price of a ticket before what its kind adds. Whole yen (JPY), with tax, zero or more. */
readonly "base_price": number
/** How much of the product there is on the day. */
readonly "product_stock_status": "normal" | "is_few" | "sold_out" | "closed"
}
readonly code: "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The set products that may be bought with visits at the given time spans, with their stock by day. */
readonly searchSetProducts: {
readonly args: { readonly query: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
/** Numbers of the time spans of the visit, with commas between them; at most 500. */
readonly main_product_time_span_ids: string
/** The first day of the range. A day in Japan, `yyyy-MM-dd`. */
readonly from: string
/** The last day of the range; at most 99 days after the first. A day in Japan, `yyyy-MM-dd`. */
readonly to: string
} }
readonly answer: Array<{
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** A name, in the language of the answer. */
readonly "name": string
/** What it is, in plain text in the language of the answer. */
readonly "description": string
/** The path of a picture at this site; null where there is none. */
readonly "image_path": string | null
/** The price of a ticket before what its kind adds. Whole yen (JPY), with tax, zero or more. */
readonly "base_price": number
/** The times, in order. */
readonly "time_spans": Array<{
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** When the visit may begin. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "to": string
/** Places that can be bought now; those of holds that have ended count. */
readonly "stock_count": number
/** Places that can be bought now. */
readonly "remaining_stock": number
/** What there is to choose: kinds of tickets, and extras. */
readonly "options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** The name of the choice, in the language of the answer. */
readonly "name": string
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
}>
}>
/** Units that the venue recommends with one order. */
readonly "num": number
}>
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Holds tickets and set products for a visit, and fixes their prices. Send an `Idempotency-Key`: without one, a call that is repeated after a lost answer holds twice. A pair of membership words that names no promotion has no effect. */
readonly createOrder: {
readonly args: { readonly body: {
/** The language of the order and its mails. A language of the product. */
readonly "lang": "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
/** The product. A UUID; capital letters are read like small ones. */
readonly "product_uuid": string
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** The sum over the kinds that are tickets; extras do not count. */
readonly "quantity": number
/** What is wanted: lines of a kind and a quantity, or the number of the kind once for each unit. */
readonly "option_values": ReadonlyArray<{
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** Units of this kind; below 1 it is refused. */
readonly "quantity": number
}> | ReadonlyArray<number>
/** Products that are bought with the visit. */
readonly "set_products"?: ReadonlyArray<{
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** Units of it. */
readonly "quantity": number
}>
/** The first word of the pair that names a promotion. */
readonly "membership_key"?: string
/** The second word of the pair that names a promotion. */
readonly "membership_value"?: string
} }
readonly answer: {
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly "order_token": string
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "expires_at": string
/** What the order costs now. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** `held`: the places are the visitor’s until the hold ends. `at_proof`: they are taken when the address is proved, if there are enough then. */
readonly "places"?: "held" | "at_proof"
}
readonly code: "out of stock" | "no stock registered for this product" | "ticket not on sale now" | "option_value_id not found" | "specified option value of the ticket is less than 1" | "invalid_request" | "record not found" | "request in progress" | "payload_too_large" | "unsupported_media_type" | "idempotency key reused" | "too_many_requests" | "busy"
}
/** Reads an order that is neither completed nor ended. Names are in the asked language, and without one in that of the order. */
readonly readOrder: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
}; readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** The language of the order and its mails. A language of the product. */
readonly "lang": "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
/** `temporary`: held. `mail_sent`: the address waits for its proof. `ready_checkout`: can be paid. `payment_pending`, `payment_3ds`: being paid. */
readonly "status": "temporary" | "mail_sent" | "ready_checkout" | "payment_pending" | "payment_3ds"
/** `held`: the places are the visitor’s until the hold ends. `at_proof`: they are taken when the address is proved, if there are enough then. */
readonly "places"?: "held" | "at_proof"
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "expires_at": string
/** How often the hold may still be made longer. */
readonly "extensions_left": number
/** What everything costs before anything is taken off. Whole yen (JPY), with tax, zero or more. */
readonly "subtotal": number
/** After membership and coupons, before the discount of a way to pay. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** The answers of the buyer form. Personal data. */
readonly "customer_info": Array<{
/** The field of the buyer form. */
readonly "key": string
/** What the buyer answered. */
readonly "value": string
}>
/** The visit as it was bought. */
readonly "main_product": {
/** The product. A UUID; capital letters are read like small ones. */
readonly "product_uuid": string
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** What it is, in plain text in the language of the answer. */
readonly "description": string
/** The path of a picture at this site; null where there is none. */
readonly "image_path": string | null
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "sale_type": "period" | "date" | "time"
/** How often a ticket admits within its time. */
readonly "entry_policy": "once" | "daily" | "any"
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly "reentry_minutes": number | null
/** How many. */
readonly "quantity": number
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** The time span of the visit. A number of the store, valid at this site. */
readonly "product_time_span_id": number
/** The sponsor whose name the product bears; null where there is none. */
readonly "naming_right": string | null
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly "caution": string | null
/** Kinds of tickets and extras as they were bought. */
readonly "order_options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The name of what was chosen, in the language of the answer. */
readonly "name": string
/** `ticket_type`: every unit is a ticket. `extra`: bought with them, and no ticket. */
readonly "type": "ticket_type" | "extra"
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
/** How many. */
readonly "quantity": number
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** The price of one. Whole yen (JPY), with tax, zero or more. */
readonly "unit_price": number
}>
}
/** Products that are bought with the visit. */
readonly "set_products": Array<{
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** What all units of it cost. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
/** Units of it. */
readonly "quantity": number
}>
/** Coupons that take something off. */
readonly "coupons": Array<{
/** The code of the coupon. */
readonly "coupon_code": string
/** The name of the coupon. */
readonly "coupon_name": string
/** What the coupon takes off this order. Whole yen (JPY), with tax, zero or more. */
readonly "coupon_discount": number
}>
/** What a membership takes off; null where there is none. */
readonly "membership_promotion": {
/** The name of the promotion. */
readonly "membership_promotion_name": string
/** What the membership takes off. Whole yen (JPY), with tax, zero or more. */
readonly "membership_discount": number
} | null
}
readonly code: "session_timeout" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Gives the held places back. An order that is being paid is not given up. */
readonly deleteOrder: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
} }
readonly answer: undefined
readonly code: "session_timeout" | "invalid order status" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Holds the places of an order, or of a change of time, longer: ten times at most. What is being paid needs no extension. */
readonly extendOrder: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
} }
readonly answer: {
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "expires_at": string
/** How often the hold may still be made longer. */
readonly "extensions_left": number
}
readonly code: "session_timeout" | "time change expired" | "invalid order status" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Adds a coupon to an order that is not being paid, and prices it anew. */
readonly addOrderCoupon: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
}; readonly body: {
/** The code of a coupon, as it was typed. */
readonly "coupon": string
} }
readonly answer: {
/** The name of the coupon. */
readonly "coupon_name": string
/** What the coupon takes off this order. Whole yen (JPY), with tax, zero or more. */
readonly "coupon_discount": number
}
readonly code: "session_timeout" | "invalid order status" | "coupon_code does not exist" | "coupon not available" | "invalid channel" | "out of coverage dates of the coupon" | "expired coupon" | "out of coverage dates" | "coupon cannot be applied to specified order" | "coupon limit reached" | "duplicated invitation code" | "multiple flat-rate coupons" | "multiple fixed-rate coupons" | "flat-rate and fixed-rate coupons" | "invitation and flat-rate coupons" | "invitation and fixed-rate coupons" | "campaign coupon and other coupons" | "invitation coupon codes exceeding tickets bought" | "no further discounts available" | "discount amount could not be calculated correctly" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Takes a coupon off; the discounts of the others are computed again. */
readonly deleteOrderCoupon: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
/** The code of the coupon, percent-encoded. */
readonly coupon: string
} }
readonly answer: undefined
readonly code: "session_timeout" | "invalid order status" | "coupon_code does not exist" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** What an order costs by a way to pay. Changes nothing. */
readonly simulateMethodDiscount: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
}; readonly body: {
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
} }
readonly answer: {
/** What is payable in this way. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** What the way to pay takes off: yen, or percent points where `discount_type` is `percent`. Whole yen (JPY), with tax, zero or more. */
readonly "discount_amount": number
}
readonly code: "session_timeout" | "invalid order status" | "invalid payment status" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The promotion that a pair of membership words names. */
readonly getMembershipPromotion: {
readonly args: { readonly query: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
/** The first word of the pair that names a promotion. */
readonly membership_key: string
/** The second word of the pair that names a promotion. */
readonly membership_value: string
} }
readonly answer: {
/** The promotion. */
readonly "id": string
/** A name, in the language of the answer. */
readonly "name": string
/** The first word of the pair that names a promotion. */
readonly "membership_key": string
/** The second word of the pair that names a promotion. */
readonly "membership_value": string
/** Whether the promotion takes a percentage or a fixed amount off. */
readonly "promotion_type": "percent" | "fixed"
/** Percent points, or yen a ticket. Whole yen (JPY), with tax, zero or more. */
readonly "promotion_amount": number
}
readonly code: "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Logs a member in to an order by address and password; the promotion of the member is applied. After ten failures of an address in 15 minutes, or a hundred of a client, every further try is refused with `too_many_requests`. */
readonly loginMember: {
readonly args: { readonly params: {
/** The token of the order. */
readonly id: string
}; readonly body: {
/** The address, or the number, by which the member logs in. */
readonly "email": string
/** The password of the member. It is passed on and not kept. */
readonly "password": string
} }
readonly answer: {
/** Always true: a failure is a refusal. */
readonly "result": boolean
}
readonly code: "membership login failed" | "session_timeout" | "invalid order status" | "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Logs a member in to an order by the token that their organisation issued. */
readonly loginMemberByToken: {
readonly args: { readonly params: {
/** The token of the order. */
readonly id: string
}; readonly body: {
/** The token that the organisation of the member issued. */
readonly "token": string
} }
readonly answer: {
/** Always true: a failure is a refusal. */
readonly "result": boolean
}
readonly code: "membership login failed" | "session_timeout" | "invalid order status" | "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** What is known of the member who is logged in to an order, to fill the buyer form, until that form was sent. */
readonly readMember: {
readonly args: { readonly params: {
/** The token of the order. */
readonly id: string
} }
readonly answer: {
/** The name of the member. */
readonly "name": string
/** Where the member lives. */
readonly "resident_area": string
/** A mail address. */
readonly "email": string
/** A telephone number. */
readonly "phone": string
/** Age as the organisation of the member says it. */
readonly "age": string
/** Gender as the organisation of the member says it. */
readonly "gender": string
}
readonly code: "membership retrieval failure" | "session_timeout" | "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Stores the answers of the buyer form, and mails a link and six digits that prove the address. `too many mails` changes nothing. */
readonly sendOrderMail: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
}; readonly body: {
/** Answers of the buyer form. Personal data. */
readonly "contents": ReadonlyArray<{
/** The field of the buyer form. */
readonly "key": string
/** What the buyer answered. */
readonly "value": string
}>
/** From now on the language of the order and its mails. A language of the product. */
readonly "lang"?: "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
} }
readonly answer: {
/** False where there is nothing to prove: the order can be paid at once, by `order_token`. */
readonly "mail_sent": boolean
/** `held`: the places are the visitor’s until the hold ends. `at_proof`: they are taken when the address is proved, if there are enough then. */
readonly "places"?: "held" | "at_proof"
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly "order_token"?: string
}
readonly code: "session_timeout" | "invalid email address" | "invalid order status" | "out of stock" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too many mails" | "too_many_requests" | "busy"
}
/** Follows the mailed link: the order may then be paid. Repeating it changes nothing. */
readonly confirmOrderMail: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
} }
readonly answer: {
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly "order_token": string
}
readonly code: "session_timeout" | "out of stock" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Proves the address by the six digits of the mail, under the order’s own token. After five wrong ones of one mail the answer is `mail code used up`. */
readonly confirmMailCode: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
}; readonly body: {
/** Six digits; full-width ones, blanks and hyphens are read too. */
readonly "code": string
} }
readonly answer: {
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly "order_token": string
}
readonly code: "session_timeout" | "out of stock" | "invalid order status" | "wrong mail code" | "mail code used up" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Pays a confirmed order. The answer is the end of the payment, or the next step of the visitor. A repeated call gets the answer of the open payment, and with the same `Idempotency-Key` the very answer of the first one. May take four minutes. */
readonly checkout: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
}; readonly body: {
/** The way to pay. */
readonly "payment_method_type": "gmo_paypay" | "gmo_d_pay" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "gmo_apple_pay"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "adyen_credit"
/** What the provider’s script made of the card. */
readonly "payment_method": {
/** Always `scheme`: a card. */
readonly "type": "scheme"
/** Encrypted by the provider’s script. */
readonly "encryptedCardNumber": string
/** Encrypted by the provider’s script. */
readonly "encryptedExpiryMonth": string
/** Encrypted by the provider’s script. */
readonly "encryptedExpiryYear": string
/** Encrypted by the provider’s script. */
readonly "encryptedSecurityCode": string
/** The name on the card. */
readonly "holderName"?: string
/** The brand of the card, in the provider’s words. */
readonly "brand"?: string
/** The provider’s number of this visit to its form. */
readonly "checkoutAttemptId"?: string
}
/** What 3-D Secure asks of a browser, in the provider’s words. */
readonly "browser_info"?: {
/** The `Accept` header of the browser. */
readonly "acceptHeader": string
/** Bits of a pixel. */
readonly "colorDepth": number
/** Whether the browser runs Java. */
readonly "javaEnabled": boolean
/** The language of the browser, such as `ja-JP`. */
readonly "language": string
/** Pixels. */
readonly "screenHeight": number
/** Pixels. */
readonly "screenWidth": number
/** Minutes between UTC and the time of the browser. */
readonly "timeZoneOffset": number
/** The `User-Agent` header of the browser. */
readonly "userAgent": string
}
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "stripe" | "stripe_secure"
/** What the provider’s script made of the card. */
readonly "payment_method": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "softbank_credit"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** The key that the provider’s script gave with the token. */
readonly "token_key": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "softbank_3ds"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** The key that the provider’s script gave with the token. */
readonly "token_key": string
/** What the provider’s script made of the data for 3-D Secure. */
readonly "tds2_info_token": string
/** The key that came with it. */
readonly "tds2_info_token_key": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} }
readonly answer: {
/** What became of it. */
readonly "result": "completed"
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly "reservation_token": string
/** The number of the reservation, which mails and staff name it by. */
readonly "reservation_number": string
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Whether a change of time is paid, and not an order. */
readonly "time_change": boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** What goes back after a change to a cheaper time. */
readonly "refund"?: {
/** The amount that goes back. Whole yen (JPY), with tax, zero or more. */
readonly "amount": number
/** `done`: the provider has given it back. `pending`: it will. */
readonly "state": "done" | "pending"
}
} | {
/** What became of it. */
readonly "result": "redirect"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** Where the browser goes. */
readonly "redirect_url": string
} | {
/** What became of it. */
readonly "result": "form"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** Where the browser sends the form. */
readonly "action_url": string
/** Always `POST`. */
readonly "method": "POST"
/** The encoding of the bytes of the form. */
readonly "charset": "UTF-8" | "Shift_JIS" | "Windows-31J"
/** Names and values of the form, in their order. */
readonly "fields": Array<[string, string]>
} | {
/** What became of it. */
readonly "result": "three_ds"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** The page of the issuer: a form where there are fields, otherwise an address to go to. */
readonly "acs_url": string
/** Names and values of the form, in their order. */
readonly "fields": Array<[string, string]>
/** Names the payment to `executeGmoPayment`. Keep it secret. */
readonly "md": string
} | {
/** What became of it. */
readonly "result": "action"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** What the page does. */
readonly "action": {
/** `qr`: show a QR code. `d_account`: log in to d ACCOUNT. */
readonly "type": "qr"
/** The content of the QR code; the page asks `confirmCheckout` every three seconds. */
readonly "code": string
/** When the code ends; null where the provider does not say. */
readonly "expires_at": string | null
} | {
/** `qr`: show a QR code. `d_account`: log in to d ACCOUNT. */
readonly "type": "d_account"
/** Where the visitor logs in. */
readonly "authorization_url": string
}
} | {
/** What became of it. */
readonly "result": "checking"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
}
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "order status must be ready_checkout" | "ticket not on sale now" | "price changed" | "coupon_code does not exist" | "coupon not available" | "invalid channel" | "out of coverage dates of the coupon" | "expired coupon" | "out of coverage dates" | "coupon cannot be applied to specified order" | "coupon limit reached" | "duplicated invitation code" | "multiple flat-rate coupons" | "multiple fixed-rate coupons" | "flat-rate and fixed-rate coupons" | "invitation and flat-rate coupons" | "invitation and fixed-rate coupons" | "campaign coupon and other coupons" | "invitation coupon codes exceeding tickets bought" | "no further discounts available" | "discount amount could not be calculated correctly" | "membership login failed" | "invalid_request" | "record not found" | "request in progress" | "payload_too_large" | "unsupported_media_type" | "idempotency key reused" | "too_many_requests" | "busy"
}
/** Finishes a payment after the visitor came back from the provider, or asks how it ended. `status: cancel` among the details says that the visitor gave up. May take four minutes. */
readonly confirmCheckout: {
readonly args: { readonly body: {
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** What the provider gave the browser for its way back, by name; at most 20. They prove nothing. */
readonly "details"?: Readonly<Record<string, string>>
} }
readonly answer: {
/** What became of it. */
readonly "result": "completed"
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly "reservation_token": string
/** The number of the reservation, which mails and staff name it by. */
readonly "reservation_number": string
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Whether a change of time is paid, and not an order. */
readonly "time_change": boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** What goes back after a change to a cheaper time. */
readonly "refund"?: {
/** The amount that goes back. Whole yen (JPY), with tax, zero or more. */
readonly "amount": number
/** `done`: the provider has given it back. `pending`: it will. */
readonly "state": "done" | "pending"
}
} | {
/** What became of it. */
readonly "result": "redirect"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** Where the browser goes. */
readonly "redirect_url": string
} | {
/** What became of it. */
readonly "result": "form"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** Where the browser sends the form. */
readonly "action_url": string
/** Always `POST`. */
readonly "method": "POST"
/** The encoding of the bytes of the form. */
readonly "charset": "UTF-8" | "Shift_JIS" | "Windows-31J"
/** Names and values of the form, in their order. */
readonly "fields": Array<[string, string]>
} | {
/** What became of it. */
readonly "result": "three_ds"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** The page of the issuer: a form where there are fields, otherwise an address to go to. */
readonly "acs_url": string
/** Names and values of the form, in their order. */
readonly "fields": Array<[string, string]>
/** Names the payment to `executeGmoPayment`. Keep it secret. */
readonly "md": string
} | {
/** What became of it. */
readonly "result": "action"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** What the page does. */
readonly "action": {
/** `qr`: show a QR code. `d_account`: log in to d ACCOUNT. */
readonly "type": "qr"
/** The content of the QR code; the page asks `confirmCheckout` every three seconds. */
readonly "code": string
/** When the code ends; null where the provider does not say. */
readonly "expires_at": string | null
} | {
/** `qr`: show a QR code. `d_account`: log in to d ACCOUNT. */
readonly "type": "d_account"
/** Where the visitor logs in. */
readonly "authorization_url": string
}
} | {
/** What became of it. */
readonly "result": "checking"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
} | {
/** What became of it. */
readonly "result": "elsewhere"
/** How it is now. */
readonly "state": "completed" | "open" | "checking"
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change": boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
}
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Finishes a payment of GMO after 3-D Secure. May take four minutes. */
readonly executeGmoPayment: {
readonly args: { readonly body: {
/** Names the payment to `executeGmoPayment`. Keep it secret. */
readonly "md": string
} }
readonly answer: {
/** What became of it. */
readonly "result": "completed"
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly "reservation_token": string
/** The number of the reservation, which mails and staff name it by. */
readonly "reservation_number": string
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Whether a change of time is paid, and not an order. */
readonly "time_change": boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** What goes back after a change to a cheaper time. */
readonly "refund"?: {
/** The amount that goes back. Whole yen (JPY), with tax, zero or more. */
readonly "amount": number
/** `done`: the provider has given it back. `pending`: it will. */
readonly "state": "done" | "pending"
}
} | {
/** What became of it. */
readonly "result": "redirect"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** Where the browser goes. */
readonly "redirect_url": string
} | {
/** What became of it. */
readonly "result": "form"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** Where the browser sends the form. */
readonly "action_url": string
/** Always `POST`. */
readonly "method": "POST"
/** The encoding of the bytes of the form. */
readonly "charset": "UTF-8" | "Shift_JIS" | "Windows-31J"
/** Names and values of the form, in their order. */
readonly "fields": Array<[string, string]>
} | {
/** What became of it. */
readonly "result": "three_ds"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** The page of the issuer: a form where there are fields, otherwise an address to go to. */
readonly "acs_url": string
/** Names and values of the form, in their order. */
readonly "fields": Array<[string, string]>
/** Names the payment to `executeGmoPayment`. Keep it secret. */
readonly "md": string
} | {
/** What became of it. */
readonly "result": "action"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** What the page does. */
readonly "action": {
/** `qr`: show a QR code. `d_account`: log in to d ACCOUNT. */
readonly "type": "qr"
/** The content of the QR code; the page asks `confirmCheckout` every three seconds. */
readonly "code": string
/** When the code ends; null where the provider does not say. */
readonly "expires_at": string | null
} | {
/** `qr`: show a QR code. `d_account`: log in to d ACCOUNT. */
readonly "type": "d_account"
/** Where the visitor logs in. */
readonly "authorization_url": string
}
} | {
/** What became of it. */
readonly "result": "checking"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
} | {
/** What became of it. */
readonly "result": "elsewhere"
/** How it is now. */
readonly "state": "completed" | "open" | "checking"
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change": boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
}
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** What a browser takes along to d ACCOUNT. `state` and `nonce` are new in every answer, and serve once within ten minutes. */
readonly readDAccountAuth: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
} }
readonly answer: {
/** As OpenID Connect has it. */
readonly "response_type": "code"
/** As OpenID Connect has it. */
readonly "scope": string
/** As OpenID Connect has it. */
readonly "client_id": string
/** As OpenID Connect has it. */
readonly "redirect_uri": string
/** As OpenID Connect has it; serves once within ten minutes. */
readonly "state": string
/** As OpenID Connect has it; serves once within ten minutes. */
readonly "nonce": string
/** As OpenID Connect has it. */
readonly "prompt": string
/** A value of d ACCOUNT. */
readonly "authif": string
}
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The form that opens d Barai once the login is verified. */
readonly readDPayToken: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
} }
readonly answer: {
/** A field of the form, in the provider’s words. */
readonly "s_terkn": string
/** A field of the form, in the provider’s words. */
readonly "s_spcd": string
/** A field of the form, in the provider’s words. */
readonly "s_cptok": string
/** Where the browser sends the form. */
readonly "request_url": string
}
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Asks Apple for a merchant session, which is opaque and serves once. */
readonly validateApplePaySession: {
readonly args: { readonly body: {
/** The address that Apple gave the browser; hosts of Apple alone are asked. */
readonly "validation_url": string
} }
readonly answer: Readonly<Record<string, unknown>>
readonly code: "payment_api_failure" | "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The newest token of a reservation, by the address of its mails and its number. Case, width and spaces do not matter; everything that does not match gets one answer. Tries are bounded: see `Retry-After`. */
readonly findReservation: {
readonly args: { readonly query: {
/** The address that the mails of the reservation go to; case and width do not matter. */
readonly email: string
/** The number of the reservation; spaces and hyphens do not matter. */
readonly reservation_number: string
} }
readonly answer: {
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly "reservation_token": string
}
readonly code: "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Mails the tickets to the address on file once more, three times an hour at most. */
readonly mailReservation: {
readonly args: { readonly params: {
/** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
}; readonly body: {
/** The language of the mail. A language of the product. */
readonly "lang": "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
} }
readonly answer: {
/** Whether a mail was sent. */
readonly "mail_sent": true
}
readonly code: "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too many mails" | "too_many_requests" | "busy"
}
/** Replaces an address that a mail server refused, and mails the tickets there at once. */
readonly correctAddress: {
readonly args: { readonly params: {
/** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
}; readonly body: {
/** The new address. */
readonly "email": string
/** The change of time for whose sake the address is corrected. */
readonly "timechange_token"?: string
} }
readonly answer: {
/** Whether a mail was sent. */
readonly "mail_sent": true
}
readonly code: "invalid email address in time change" | "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too many mails" | "too_many_requests" | "busy"
}
/** A bought visit, or the part of it that somebody was given. */
readonly readReservation: {
readonly args: { readonly params: {
/** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
}; readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** The number of the reservation; null for the part that somebody was given. */
readonly "reservation_number": string | null
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly "reservation_token": string
/** Whether the visit takes place. */
readonly "status": "active" | "cancelled"
/** Where it was sold. */
readonly "sales_channel": "web" | "pos" | "kiosk" | "OTA" | "spot"
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "booking_type": "period" | "date" | "time"
/** The visit as it was bought. */
readonly "main_product": {
/** The product. A UUID; capital letters are read like small ones. */
readonly "product_uuid": string
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** What it is, in plain text in the language of the answer. */
readonly "description": string
/** The path of a picture at this site; null where there is none. */
readonly "image_path": string | null
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "sale_type": "period" | "date" | "time"
/** How often a ticket admits within its time. */
readonly "entry_policy": "once" | "daily" | "any"
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly "reentry_minutes": number | null
/** How many. */
readonly "quantity": number
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** The time span of the visit. A number of the store, valid at this site. */
readonly "product_time_span_id": number
/** The sponsor whose name the product bears; null where there is none. */
readonly "naming_right": string | null
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly "caution": string | null
/** Kinds of tickets and extras as they were bought. */
readonly "order_options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The name of what was chosen, in the language of the answer. */
readonly "name": string
/** `ticket_type`: every unit is a ticket. `extra`: bought with them, and no ticket. */
readonly "type": "ticket_type" | "extra"
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
/** How many. */
readonly "quantity": number
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** The price of one. Whole yen (JPY), with tax, zero or more. */
readonly "unit_price": number
}>
}
/** Products that are bought with the visit. */
readonly "set_products": Array<{
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** What all units of it cost. Whole yen (JPY), with tax, zero or more. */
readonly "add_cost": number
/** Units of it. */
readonly "quantity": number
}>
/** What is paid and was not given back; null for the part that somebody was given. */
readonly "price": number | null
/** How many tickets the reader has. */
readonly "tickets_count": number
/** Not null for the part of a visit that somebody was given. */
readonly "shared": {
/** The first letter of the giver’s name; empty where the site asks for none. */
readonly "giver_name": string
} | null
/** How often the visit was moved. */
readonly "changes": number
/** What the reader may do with the reservation now. */
readonly "permissions": {
/** Whether the visit may be moved. */
readonly "change": {
/** Whether it may be done now. */
readonly "allowed": boolean
/** Until when it may be done; null where it can’t be done at all. */
readonly "until": string | null
/** Why not; null where there is no reason. */
readonly "reason": "not_offered" | "past_deadline" | "used" | "handed_on" | "limit_reached" | "method_discount" | "coupon_expired" | "cancelled" | "being_paid" | null
/** True where the house has cancelled the visit; it is not there otherwise. */
readonly "called_off"?: true
}
/** Whether tickets may be handed on. */
readonly "share": {
/** Whether it may be done now. */
readonly "allowed": boolean
/** Why not; null where there is no reason. */
readonly "reason": "cancelled" | "past" | "being_paid" | "single" | "shared" | null
/** Whether the store mails what is handed on. */
readonly "by_mail": boolean
}
/** Whether there is a receipt, or one can be asked for. */
readonly "receipt": {
/** Whether it may be done now. */
readonly "allowed": boolean
}
}
}
readonly code: "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The tickets of a reservation: one for each person. */
readonly readTickets: {
readonly args: { readonly params: {
/** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
}; readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: Array<{
/** The number of the ticket inside its reservation. A number of the store, valid at this site. */
readonly "id": number
/** The first ticket of the same line of the purchase. A number of the store, valid at this site. */
readonly "parent_id": number
/** What kind it is. */
readonly "type": "gate" | "set"
/** How it is now. */
readonly "status": "available" | "success" | "used" | "invalid_time" | "invalid"
/** The kind of ticket: adult, child. Empty for a set product. */
readonly "option_name": string
/** The kind of ticket; null for a set product. */
readonly "option_value_id": number | null
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** The content of the QR code: random, no personal data. Empty where the reader does not have the ticket. */
readonly "code": string
/** The same with a signature that a gate checks without the network; empty where there is none. */
readonly "signed_code": string
/** Whether the QR code changes every half minute: see `readTicketCodes`. */
readonly "rotates": boolean
/** Eight letters that can be read out to the staff. */
readonly "short_code": string
/** When it let somebody in; null before. */
readonly "used_at": string | null
/** Somebody else has the ticket; for its buyer it is `invalid` then. */
readonly "shared": boolean
/** Its money went back; it is `invalid` then. */
readonly "refunded"?: boolean
}>
readonly code: "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** A completed purchase as tag managers count it. Names are Japanese; there are no personal data. */
readonly readPurchase: {
readonly args: { readonly params: {
/** The token of the order, the reservation or the change of time. */
readonly token: string
} }
readonly answer: {
/** The number of the reservation. */
readonly "transaction_id": string
/** What was charged, with tax and after all discounts. Whole yen (JPY), with tax, zero or more. */
readonly "value": number
/** Always `JPY`. */
readonly "currency": "JPY"
/** The consumption tax in it. Whole yen (JPY), with tax, zero or more. */
readonly "tax": number
/** Codes of the coupons with commas between them; null where there is none. */
readonly "coupon": string | null
/** The way to pay. A way to pay. */
readonly "payment_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** What was bought. */
readonly "items": Array<{
/** The uuid of the product. */
readonly "item_id": string
/** The name of the product. */
readonly "item_name": string
/** The kind of ticket or the extra; empty for a set product. */
readonly "item_variant": string
/** The price of one, with tax and before discounts. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** How many. */
readonly "quantity": number
}>
}
readonly code: "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** A receipt that was issued; `record not found` before. */
readonly readReceipt: {
readonly args: { readonly params: {
/** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
}; readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
/** The number of a receipt; without it, the newest one. */
readonly receipt_number?: string
} }
readonly answer: {
/** The number of the receipt, such as `2026-000042`: counted by site and year, without gaps. */
readonly "receipt_number": string
/** The receipt that this one replaces; null for the first one. */
readonly "former_receipt_number": string | null
/** All receipts of the reservation, the oldest first. */
readonly "receipt_numbers": Array<string>
/** The number of the reservation, which mails and staff name it by. */
readonly "reservation_number": string
/** When it was issued. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "issued_at": string
/** To whom the receipt is issued. Personal data. */
readonly "addressee": string
/** False in the one answer that issues it. */
readonly "reissue": boolean
/** Opens the PDF of this answer without the mark of a reissue, for an hour; null where it is one. */
readonly "original_pass": string | null
/** Whether there is a PDF; where there is none, a browser prints it. */
readonly "has_pdf": boolean
/** What is paid and was not given back, with tax. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** The consumption tax in it. Whole yen (JPY), with tax, zero or more. */
readonly "tax": number
/** Percent. */
readonly "tax_rate": number
/** By rate, each rounded down once. */
readonly "taxes": Array<{
/** Percent. */
readonly "tax_rate": number
/** What is paid at this rate, with tax. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** The consumption tax in it. Whole yen (JPY), with tax, zero or more. */
readonly "tax": number
}>
/** What was bought, before discounts. */
readonly "lines": Array<{
/** A name, in the language of the answer. */
readonly "name": string
/** The kind of ticket: adult, child. Empty for a set product. */
readonly "option_name": string
/** How many. */
readonly "quantity": number
/** The price of one. Whole yen (JPY), with tax, zero or more. */
readonly "unit_price": number
/** The price of all of the line. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** Percent. */
readonly "tax_rate": number
}>
/** What the total differs by from the lines. */
readonly "adjustments": Array<{
/** What kind it is. */
readonly "kind": "membership" | "coupon" | "method" | "refund" | "kept"
/** What it adds; negative for what it takes off. Whole yen (JPY), with tax; may be negative. */
readonly "price": number
}>
/** The money that makes the total, the oldest first. */
readonly "payments": Array<{
/** When it was paid, or went back. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "paid_at": string
/** The way to pay; null for what went back. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free" | null
/** What was paid; negative for what went back. Whole yen (JPY), with tax; may be negative. */
readonly "price": number
/** True where it went back because the visit was moved to a cheaper day; it is not there otherwise. */
readonly "returned_for_change"?: true
}>
/** The names of the ways it was paid. */
readonly "payment_method_name": string
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "visit_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "visit_to": string
/** Whoever issues the receipt. */
readonly "issuer": {
/** The name of the issuer. */
readonly "name": string
/** The address of the issuer. */
readonly "address": string
/** The number of the qualified invoice issuer: `T` and 13 digits. */
readonly "registration_number": string
}
}
readonly code: "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Issues the receipt of a reservation to an addressee, once. Asked again for the same addressee it answers with that receipt. */
readonly issueReceipt: {
readonly args: { readonly params: {
/** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
}; readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
}; readonly body: {
/** To whom the receipt is issued. Personal data. */
readonly "addressee": string
} }
readonly answer: {
/** The number of the receipt, such as `2026-000042`: counted by site and year, without gaps. */
readonly "receipt_number": string
/** The receipt that this one replaces; null for the first one. */
readonly "former_receipt_number": string | null
/** All receipts of the reservation, the oldest first. */
readonly "receipt_numbers": Array<string>
/** The number of the reservation, which mails and staff name it by. */
readonly "reservation_number": string
/** When it was issued. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "issued_at": string
/** To whom the receipt is issued. Personal data. */
readonly "addressee": string
/** False in the one answer that issues it. */
readonly "reissue": boolean
/** Opens the PDF of this answer without the mark of a reissue, for an hour; null where it is one. */
readonly "original_pass": string | null
/** Whether there is a PDF; where there is none, a browser prints it. */
readonly "has_pdf": boolean
/** What is paid and was not given back, with tax. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** The consumption tax in it. Whole yen (JPY), with tax, zero or more. */
readonly "tax": number
/** Percent. */
readonly "tax_rate": number
/** By rate, each rounded down once. */
readonly "taxes": Array<{
/** Percent. */
readonly "tax_rate": number
/** What is paid at this rate, with tax. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** The consumption tax in it. Whole yen (JPY), with tax, zero or more. */
readonly "tax": number
}>
/** What was bought, before discounts. */
readonly "lines": Array<{
/** A name, in the language of the answer. */
readonly "name": string
/** The kind of ticket: adult, child. Empty for a set product. */
readonly "option_name": string
/** How many. */
readonly "quantity": number
/** The price of one. Whole yen (JPY), with tax, zero or more. */
readonly "unit_price": number
/** The price of all of the line. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** Percent. */
readonly "tax_rate": number
}>
/** What the total differs by from the lines. */
readonly "adjustments": Array<{
/** What kind it is. */
readonly "kind": "membership" | "coupon" | "method" | "refund" | "kept"
/** What it adds; negative for what it takes off. Whole yen (JPY), with tax; may be negative. */
readonly "price": number
}>
/** The money that makes the total, the oldest first. */
readonly "payments": Array<{
/** When it was paid, or went back. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "paid_at": string
/** The way to pay; null for what went back. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free" | null
/** What was paid; negative for what went back. Whole yen (JPY), with tax; may be negative. */
readonly "price": number
/** True where it went back because the visit was moved to a cheaper day; it is not there otherwise. */
readonly "returned_for_change"?: true
}>
/** The names of the ways it was paid. */
readonly "payment_method_name": string
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "visit_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "visit_to": string
/** Whoever issues the receipt. */
readonly "issuer": {
/** The name of the issuer. */
readonly "name": string
/** The address of the issuer. */
readonly "address": string
/** The number of the qualified invoice issuer: `T` and 13 digits. */
readonly "registration_number": string
}
}
readonly code: "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Hands tickets on, by their numbers or so many of each kind. Copies that the giver has are refused from then on. At least one ticket of each parent stays. */
readonly createShare: {
readonly args: { readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
}; readonly body: {
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly "reservation_token": string
/** So many of each kind of ticket; instead of `ticket_ids`. */
readonly "option_values"?: ReadonlyArray<{
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** Units of this kind; below 1 it is refused. */
readonly "quantity": number
}>
/** Numbers of tickets inside the reservation; instead of `option_values`. */
readonly "ticket_ids"?: ReadonlyArray<number>
} }
readonly answer: {
/** Names the share to whoever gave it. Keep it secret. */
readonly "share_token": string
/** The page on which the tickets are accepted. */
readonly "share_url": string
/** `offered`: not accepted yet. `accepted`: somebody has them. `used`: one let somebody in. `refunded`: the money went back. */
readonly "status": "offered" | "accepted" | "used" | "refunded"
/** When they were handed on. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "shared_at": string
/** When they were accepted; null before. */
readonly "accepted_at": string | null
/** Tickets. */
readonly "tickets": Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** The first ticket of the same line of the purchase. A number of the store, valid at this site. */
readonly "parent_id": number
/** What kind it is. */
readonly "type": "gate" | "set"
/** Whether the ticket admits now. */
readonly "status": "available" | "success" | "used" | "invalid_time" | "invalid"
/** The kind of ticket: adult, child. Empty for a set product. */
readonly "option_name": string
/** The kind of ticket; null for a set product. */
readonly "option_value_id": number | null
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** The content of the QR code: random, no personal data. Empty where the reader does not have the ticket. */
readonly "code": string
/** The same with a signature that a gate checks without the network; empty where there is none. */
readonly "signed_code": string
/** Whether the QR code changes every half minute: see `readTicketCodes`. */
readonly "rotates": boolean
/** Eight letters that can be read out to the staff. */
readonly "short_code": string
/** When it let somebody in; null before. */
readonly "used_at": string | null
/** Somebody else has the ticket; for its buyer it is `invalid` then. */
readonly "shared": boolean
/** Its money went back; it is `invalid` then. */
readonly "refunded"?: boolean
}>
}
readonly code: "specified parent ticket does not have more than one child ticket" | "specified option value of the ticket is less than 1" | "waiting time change exists" | "invalid_request" | "record not found" | "ticket not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The tickets of a reservation that are in other hands, the newest share first. */
readonly listShares: {
readonly args: { readonly query: {
/** The right to a reservation. Keep it secret. */
readonly reservation_token: string
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: Array<{
/** Names the share to whoever gave it. Keep it secret. */
readonly "share_token": string
/** The page on which the tickets are accepted. */
readonly "share_url": string
/** `offered`: not accepted yet. `accepted`: somebody has them. `used`: one let somebody in. `refunded`: the money went back. */
readonly "status": "offered" | "accepted" | "used" | "refunded"
/** When they were handed on. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "shared_at": string
/** When they were accepted; null before. */
readonly "accepted_at": string | null
/** Tickets. */
readonly "tickets": Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** The first ticket of the same line of the purchase. A number of the store, valid at this site. */
readonly "parent_id": number
/** What kind it is. */
readonly "type": "gate" | "set"
/** Whether the ticket admits now. */
readonly "status": "available" | "success" | "used" | "invalid_time" | "invalid"
/** The kind of ticket: adult, child. Empty for a set product. */
readonly "option_name": string
/** The kind of ticket; null for a set product. */
readonly "option_value_id": number | null
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** The content of the QR code: random, no personal data. Empty where the reader does not have the ticket. */
readonly "code": string
/** The same with a signature that a gate checks without the network; empty where there is none. */
readonly "signed_code": string
/** Whether the QR code changes every half minute: see `readTicketCodes`. */
readonly "rotates": boolean
/** Eight letters that can be read out to the staff. */
readonly "short_code": string
/** When it let somebody in; null before. */
readonly "used_at": string | null
/** Somebody else has the ticket; for its buyer it is `invalid` then. */
readonly "shared": boolean
/** Its money went back; it is `invalid` then. */
readonly "refunded"?: boolean
}>
}>
readonly code: "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** What somebody was given, by the token of the link or that of the shared part. */
readonly readShare: {
readonly args: { readonly params: {
/** The token of a link by which tickets were handed on, or that of the giver. */
readonly share_token: string
}; readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** How it is now. */
readonly "status": "offered" | "accepted"
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "booking_type": "period" | "date" | "time"
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** The first letter of the giver’s name; empty where the site asks for none. */
readonly "giver_name": string
/** Tickets. */
readonly "tickets": Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** The first ticket of the same line of the purchase. A number of the store, valid at this site. */
readonly "parent_id": number
/** What kind it is. */
readonly "type": "gate" | "set"
/** Whether the ticket admits now. */
readonly "status": "available" | "success" | "used" | "invalid_time" | "invalid"
/** The kind of ticket: adult, child. Empty for a set product. */
readonly "option_name": string
/** The kind of ticket; null for a set product. */
readonly "option_value_id": number | null
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** The content of the QR code: random, no personal data. Empty where the reader does not have the ticket. */
readonly "code": string
/** The same with a signature that a gate checks without the network; empty where there is none. */
readonly "signed_code": string
/** Whether the QR code changes every half minute: see `readTicketCodes`. */
readonly "rotates": boolean
/** Eight letters that can be read out to the staff. */
readonly "short_code": string
/** When it let somebody in; null before. */
readonly "used_at": string | null
/** Somebody else has the ticket; for its buyer it is `invalid` then. */
readonly "shared": boolean
/** Its money went back; it is `invalid` then. */
readonly "refunded"?: boolean
}>
/** The right to the shared part; null for whoever has only the link. Keep it secret. */
readonly "reservation_token": string | null
}
readonly code: "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Takes back what nobody has used yet. */
readonly takeBackShare: {
readonly args: { readonly params: {
/** The token of a link by which tickets were handed on, or that of the giver. */
readonly share_token: string
}; readonly query: {
/** The right to a reservation. Keep it secret. */
readonly reservation_token: string
} }
readonly answer: undefined
readonly code: "shared ticket was used" | "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Mails the link of what was handed on and not accepted yet. Bounded for the reservation and for the mailbox. */
readonly mailShare: {
readonly args: { readonly params: {
/** The token of a link by which tickets were handed on, or that of the giver. */
readonly share_token: string
}; readonly body: {
/** A mail address. */
readonly "email": string
/** The name of the giver. */
readonly "name": string
/** The words of the giver, without links. */
readonly "message"?: string
/** The language of the mail. A language of the product. */
readonly "lang": "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
} }
readonly answer: {
/** Whether a mail was sent. */
readonly "mail_sent": true
}
readonly code: "share accepted already" | "invalid email address" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too many mails" | "too_many_requests" | "busy"
}
/** Accepts what was handed on. The first key that is sent has it, and gets the same answer again. */
readonly acceptShare: {
readonly args: { readonly params: {
/** The token of a link by which tickets were handed on, or that of the giver. */
readonly share_token: string
}; readonly body: {
/** 128 random bits or more, made up and kept by whoever accepts. */
readonly "acceptance_key": string
} }
readonly answer: {
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly "reservation_token": string
}
readonly code: "share accepted already" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** One ticket as its holder’s telephone shows it at a gate. */
readonly readTicket: {
readonly args: { readonly params: {
/** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
/** The number of the ticket inside its reservation. */
readonly id: string
}; readonly query: {
/** What kind of ticket the number is of. */
readonly type: "gate" | "set"
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** The ticket. */
readonly "ticket": {
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** The first ticket of the same line of the purchase. A number of the store, valid at this site. */
readonly "parent_id": number
/** What kind it is. */
readonly "type": "gate" | "set"
/** How it is now. */
readonly "status": "available" | "success" | "used" | "invalid_time" | "invalid"
/** The kind of ticket: adult, child. Empty for a set product. */
readonly "option_name": string
/** The kind of ticket, or the extra. */
readonly "option_value_id": number | null
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** The content of the QR code: random, no personal data. Empty where the reader does not have the ticket. */
readonly "code": string
/** The same with a signature that a gate checks without the network; empty where there is none. */
readonly "signed_code": string
/** Whether the QR code changes every half minute: see `readTicketCodes`. */
readonly "rotates": boolean
/** Eight letters that can be read out to the staff. */
readonly "short_code": string
/** When it let somebody in; null before. */
readonly "used_at": string | null
/** Somebody else has the ticket; for its buyer it is `invalid` then. */
readonly "shared": boolean
/** Its money went back; it is `invalid` then. */
readonly "refunded"?: boolean
}
/** How this visitor checks in: by the QR code of a gate, or by the code of the day. */
readonly "scan_mode": "read_qr" | "tap_ticket"
/** From when it admits. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "admits_from": string
/** Until when it admits, included. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "admits_until": string
/** Tickets that can go along now, this one first. */
readonly "party": Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** The first ticket of the same line of the purchase. A number of the store, valid at this site. */
readonly "parent_id": number
/** What kind it is. */
readonly "type": "gate" | "set"
/** How it is now. */
readonly "status": "available" | "success" | "used" | "invalid_time" | "invalid"
/** The kind of ticket: adult, child. Empty for a set product. */
readonly "option_name": string
/** The kind of ticket, or the extra. */
readonly "option_value_id": number | null
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** The content of the QR code: random, no personal data. Empty where the reader does not have the ticket. */
readonly "code": string
/** The same with a signature that a gate checks without the network; empty where there is none. */
readonly "signed_code": string
/** Whether the QR code changes every half minute: see `readTicketCodes`. */
readonly "rotates": boolean
/** Eight letters that can be read out to the staff. */
readonly "short_code": string
/** When it let somebody in; null before. */
readonly "used_at": string | null
/** Somebody else has the ticket; for its buyer it is `invalid` then. */
readonly "shared": boolean
/** Its money went back; it is `invalid` then. */
readonly "refunded"?: boolean
}>
}
readonly code: "invalid_request" | "record not found" | "ticket not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Codes that change every half minute, for the next minutes, where the site asks for that; else none. */
readonly readTicketCodes: {
readonly args: { readonly params: {
/** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
} }
readonly answer: Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** The next codes, each valid until the next one begins. */
readonly "codes": Array<{
/** When it begins, included. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** A code. */
readonly "code": string
}>
}>
readonly code: "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Lets the holder of a ticket in, and others of the party. The same `scan_id` gets the same answer again. */
readonly checkIn: {
readonly args: { readonly params: {
/** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
/** The number of the ticket inside its reservation. */
readonly id: string
}; readonly body: {
/** What kind it is. */
readonly "type": "gate" | "set"
/** How the visitor checks in. */
readonly "mode": "read_qr" | "tap_ticket"
/** The content of the QR code of a gate. */
readonly "gate_code"?: string
/** The six digits of the day that the house shows. */
readonly "presence_code"?: string
/** Numbers of the tickets inside the reservation. */
readonly "ids"?: ReadonlyArray<number>
/** A UUID that the caller makes up: the same one gets the same answer again. A UUID; capital letters are read like small ones. */
readonly "scan_id"?: string
} }
readonly answer: {
/** `success` where at least one was let in. */
readonly "status": "success" | "used" | "invalid_time" | "invalid"
/** When; of the check-in before where the ticket is used; else null. */
readonly "checked_in_at": string | null
/** Tickets. */
readonly "tickets": Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** Whether the ticket admits now. */
readonly "status": "success" | "used" | "invalid_time" | "invalid"
}>
}
readonly code: "invalid_request" | "record not found" | "ticket not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Makes a device of the staff one of the gate’s, once and within minutes, by the code that the house shows. */
readonly enrolDevice: {
readonly args: { readonly body: {
/** The code that the house shows for the enrolment. */
readonly "enrolment_token": string
} }
readonly answer: {
/** The key of the device, for `Authorization: Bearer`. It is told once. */
readonly "device_key": string
/** The device. */
readonly "device": {
/** The name of the device. */
readonly "device_name": string
/** The name of the gate. */
readonly "gate_name": string
/** The name of the site. */
readonly "site_name": string
/** The language of the names and texts. A language of the product. */
readonly "lang": "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
}
}
readonly code: "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Which device this is. A revoked one gets `device not enrolled` from every call. */
readonly readDevice: {
readonly args: {  }
readonly answer: {
/** The name of the device. */
readonly "device_name": string
/** The name of the gate. */
readonly "gate_name": string
/** The name of the site. */
readonly "site_name": string
/** The language of the names and texts. A language of the product. */
readonly "lang": "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
}
readonly code: "invalid_request" | "device not enrolled" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Scans the code of a ticket or of a party, or admits tickets of the door list by hand. The same `scan_id` gets the same answer again. */
readonly scanTicket: {
readonly args: { readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
}; readonly body: {
/** A UUID that the caller makes up: the same one gets the same answer again. A UUID; capital letters are read like small ones. */
readonly "scan_id": string
/** Into the house, or out of it. */
readonly "direction": "in" | "out"
/** What was read: the code of a ticket or a party, or the eight letters. */
readonly "code"?: string
/** Of the door list, together with `ids`; instead of `code`. */
readonly "reservation_number"?: string
/** Numbers of the tickets inside the reservation. */
readonly "ids"?: ReadonlyArray<number>
} }
readonly answer: {
/** A UUID that the caller makes up: the same one gets the same answer again. A UUID; capital letters are read like small ones. */
readonly "scan_id": string
/** How it is now. */
readonly "status": "success" | "used" | "invalid_time" | "invalid"
/** Why not; null where there is no reason. */
readonly "reason": "already_in" | "too_early" | "too_late" | "older_code" | "revoked" | "unknown" | "forged" | "expired_code" | "not_inside" | null
/** When it happened. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "at": string
/** Tickets. */
readonly "tickets": Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** What kind it is. */
readonly "type": "gate" | "set"
/** Whether the ticket admits now. */
readonly "status": "success" | "used" | "invalid_time" | "invalid"
/** Why not; null where there is no reason. */
readonly "reason": "already_in" | "too_early" | "too_late" | "older_code" | "revoked" | "unknown" | "forged" | "expired_code" | "not_inside" | null
/** The kind of ticket: adult, child. Empty for a set product. */
readonly "option_name": string
/** Whether the kind is shown together with a proof of it: an age, a card. */
readonly "needs_proof": boolean
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "booking_type": "period" | "date" | "time"
/** The newest entry before; null where there is none. */
readonly "last_in_at": string | null
/** The newest exit before; null where there is none. */
readonly "last_out_at": string | null
}>
}
readonly code: "invalid_request" | "device not enrolled" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Undoes an entry or an exit of this site within a minute. */
readonly undoScan: {
readonly args: { readonly params: {
/** The scan, by the number that the device made up. */
readonly scan_id: string
}; readonly body: {
/** Why it is undone, in the words of the staff. */
readonly "reason": string
} }
readonly answer: {
/** Always true. */
readonly "undone": true
}
readonly code: "scan can no longer be undone" | "invalid_request" | "device not enrolled" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** A device that was offline tells what it did, the oldest first. Each scan is kept once, however often it is told. */
readonly reportScans: {
readonly args: { readonly body: {
/** What the device did, the oldest first; at most 100. */
readonly "scans": ReadonlyArray<{
/** A UUID that the caller makes up: the same one gets the same answer again. A UUID; capital letters are read like small ones. */
readonly "scan_id": string
/** Into the house, or out of it. */
readonly "direction": "in" | "out"
/** When it happened. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "at": string
/** As it was read. */
readonly "code": string
/** How it is now. */
readonly "status": "success" | "used" | "invalid_time" | "invalid"
/** Why not; null where there is no reason. */
readonly "reason": "already_in" | "too_early" | "too_late" | "older_code" | "revoked" | "unknown" | "forged" | "expired_code" | "not_inside" | null
/** Why the staff undid it there; null where they did not. */
readonly "undone_reason": string | null
}>
} }
readonly answer: Array<{
/** A UUID that the caller makes up: the same one gets the same answer again. A UUID; capital letters are read like small ones. */
readonly "scan_id": string
/** How it is now. */
readonly "status": "success" | "used" | "invalid_time" | "invalid"
/** Why not; null where there is no reason. */
readonly "reason": "already_in" | "too_early" | "too_late" | "older_code" | "revoked" | "unknown" | "forged" | "expired_code" | "not_inside" | null
}>
readonly code: "invalid_request" | "device not enrolled" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** All that a gate needs to decide without the store, of today and tomorrow. */
readonly readOfflineGate: {
readonly args: { readonly query?: {
/** The cursor of an answer before: only what changed since then is answered. Without it, everything. */
readonly since?: string
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** The site. */
readonly "site_key": string
/** Of this answer, to be sent as `since` with the next call. */
readonly "cursor": string
/** The moment that the answer is of. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "as_of": string
/** Public keys by which the codes of tickets are checked. */
readonly "keys": Array<{
/** The number of the key, as the codes name it. */
readonly "number": number
/** Ed25519, base64url. */
readonly "public_key": string
}>
/** Whether codes that do not change are refused offline. */
readonly "rotating": boolean
/** Minutes before its time from which a ticket admits. */
readonly "early_minutes": number
/** Products. */
readonly "products": Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** A name, in the language of the answer. */
readonly "name": string
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "booking_type": "period" | "date" | "time"
/** How often a ticket admits within its time. */
readonly "entry_policy": "once" | "daily" | "any"
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly "reentry_minutes": number | null
/** The kinds of tickets. */
readonly "kinds": Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** A name, in the language of the answer. */
readonly "name": string
/** Whether the kind is shown together with a proof of it: an age, a card. */
readonly "needs_proof": boolean
}>
}>
/** Tickets. */
readonly "tickets": Array<{
/** The ticket, for ever. A UUID; capital letters are read like small ones. */
readonly "uid": string
/** Codes of an earlier version are refused. */
readonly "version": number
/** Whether the ticket admits nobody any more. */
readonly "revoked": boolean
/** The newest entry before; null where there is none. */
readonly "last_in_at": string | null
/** The newest exit before; null where there is none. */
readonly "last_out_at": string | null
}>
}
readonly code: "invalid_request" | "device not enrolled" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Who is expected in a time span, by reservation number, a page at a time. */
readonly readDoorList: {
readonly args: { readonly query: {
/** The time span. */
readonly time_span_id: string
/** A part of the buyer’s name or of the reservation number. */
readonly q?: string
/** The last reservation number of the page before; without it, the first page. */
readonly after?: string
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** Reservations, by number. */
readonly "rows": Array<{
/** The number of the reservation, which mails and staff name it by. */
readonly "reservation_number": string
/** As the buyer wrote it; empty where the site asks for none. */
readonly "buyer_name": string
/** Tickets. */
readonly "tickets": Array<{
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** What kind it is. */
readonly "type": "gate" | "set"
/** Whether the ticket admits now. */
readonly "status": "success" | "used" | "invalid_time" | "invalid"
/** Why not; null where there is no reason. */
readonly "reason": "already_in" | "too_early" | "too_late" | "older_code" | "revoked" | "unknown" | "forged" | "expired_code" | "not_inside" | null
/** The kind of ticket: adult, child. Empty for a set product. */
readonly "option_name": string
/** Whether the kind is shown together with a proof of it: an age, a card. */
readonly "needs_proof": boolean
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "booking_type": "period" | "date" | "time"
/** The newest entry before; null where there is none. */
readonly "last_in_at": string | null
/** The newest exit before; null where there is none. */
readonly "last_out_at": string | null
}>
}>
/** Whether there is a further page. */
readonly "has_more": boolean
}
readonly code: "invalid_request" | "device not enrolled" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Who has come and who has not, for each time of a day, as it is now. */
readonly readArrivals: {
readonly args: { readonly query: {
/** The day. A day in Japan, `yyyy-MM-dd`. */
readonly date: string
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** The times of the day. */
readonly "slots": Array<{
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** A product of its own, or one that is bought with another. */
readonly "product_type": "main" | "set"
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "booking_type": "period" | "date" | "time"
/** When it begins, included. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** When it ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "to": string
/** Tickets that admit, or did. */
readonly "expected": number
/** Of these, who entered at least once. */
readonly "arrived": number
/** Who is inside now. */
readonly "inside": number
/** Who did not come, once the time is over; null before. */
readonly "no_shows": number | null
/** Where these tickets were sold: of each channel, expected and arrived. */
readonly "channels"?: Array<{
/** Where the tickets were sold. */
readonly "channel": "web" | "pos" | "kiosk" | "OTA" | "spot"
/** Tickets that admit, or did. */
readonly "expected": number
/** Of these, who entered at least once. */
readonly "arrived": number
}>
/** Scans that let nobody in, by reason. */
readonly "refusals": Array<{
/** Why not; null where there is no reason. */
readonly "reason": "already_in" | "too_early" | "too_late" | "older_code" | "revoked" | "unknown" | "forged" | "expired_code" | "not_inside"
/** How many. */
readonly "count": number
}>
}>
/** Scans that lead to no ticket of the day, by reason. */
readonly "other_refusals": Array<{
/** Why not; null where there is no reason. */
readonly "reason": "already_in" | "too_early" | "too_late" | "older_code" | "revoked" | "unknown" | "forged" | "expired_code" | "not_inside"
/** How many. */
readonly "count": number
}>
/** How many entries were undone. */
readonly "undone": number
/** Scans of offline devices that should not have been let in. */
readonly "wrongly_admitted": number
}
readonly code: "invalid_request" | "device not enrolled" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Days and times that a reservation may move to, and what each costs more or less; at most 100 days. */
readonly searchChangeDays: {
readonly args: { readonly query: {
/** The right to a reservation. Keep it secret. */
readonly reservation_token: string
/** The first day of the range. A day in Japan, `yyyy-MM-dd`. */
readonly from: string
/** The last day of the range; at most 99 days after the first. A day in Japan, `yyyy-MM-dd`. */
readonly to: string
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** When the party comes as it is now. */
readonly "current": {
/** The day. A day in Japan, `yyyy-MM-dd`. */
readonly "date": string
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** Products that are bought with the visit. */
readonly "set_products": Array<{
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
}>
}
/** The product. A UUID; capital letters are read like small ones. */
readonly "product_uuid": string
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "booking_type": "period" | "date" | "time"
/** What is paid and was not given back. Whole yen (JPY), with tax, zero or more. */
readonly "paid": number
/** Whether a lower price is given back to the way it was paid. */
readonly "refund": boolean
/** The change must be made before. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "change_until": string
/** Places that a new time must have. */
readonly "required_tickets": number
/** Set products that go along. */
readonly "required_set_products": Array<{
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** A name, in the language of the answer. */
readonly "name": string
/** Units of it. */
readonly "num": number
}>
/** Whether set products need stock on the new day. */
readonly "needs_set_product_stock": boolean
/** The days, in order. */
readonly "days": Array<{
/** The day. A day in Japan, `yyyy-MM-dd`. */
readonly "date": string
/** How much of the product there is on the day. */
readonly "product_stock_status": "normal" | "is_few" | "sold_out" | "closed"
/** The times, in order. */
readonly "time_spans": Array<{
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** When the visit may begin. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "to": string
/** Places that can be bought now; those of holds that have ended count. */
readonly "stock_count": number
/** Places that can be bought now. */
readonly "remaining_stock": number
}>
/** The new price less what is paid. Whole yen (JPY), with tax; may be negative. */
readonly "difference": number
/** Why nobody moves to this day though there may be places; null where they do. */
readonly "refusal": "time_change: out of coverage dates" | null
}>
/** Products that are bought with the visit. */
readonly "set_products": Array<{
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** The times, in order. */
readonly "time_spans": Array<{
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** When the visit may begin. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "to": string
/** Places that can be bought now; those of holds that have ended count. */
readonly "stock_count": number
/** Places that can be bought now. */
readonly "remaining_stock": number
}>
}>
}
readonly code: "cannot change ticket" | "cannot change ticket because payment method discount" | "waiting time change exists" | "time_change: expired coupon" | "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Holds the new places while the reservation keeps the old ones. A change of the reservation that was not paid yet is replaced. */
readonly createTimeChange: {
readonly args: { readonly body: {
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly "reservation_token": string
/** The new time of the visit. A number of the store, valid at this site. */
readonly "time_span_id": number
/** New times of set products; one that is not named moves as the visit does. */
readonly "set_products"?: ReadonlyArray<{
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** The new time of the visit. A number of the store, valid at this site. */
readonly "time_span_id": number
/** Units of it. A number of the store, valid at this site. */
readonly "quantity"?: number
}>
/** The language of the change and its mails. A language of the product. */
readonly "lang": "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
} }
readonly answer: {
/** The right to the change of time. Keep it secret. */
readonly "timechange_token": string
/** Always `pending`. */
readonly "status": "pending"
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "expires_at": string
/** What is paid and was not given back. Whole yen (JPY), with tax, zero or more. */
readonly "old_price": number
/** What it costs at the new time. Whole yen (JPY), with tax, zero or more. */
readonly "new_price": number
/** The new price less what is paid. Whole yen (JPY), with tax; may be negative. */
readonly "difference": number
/** Whether the visitor pays something before the visit is moved. */
readonly "payment_required": boolean
/** What goes back to the way it was paid; 0 also where the site gives nothing back. Whole yen (JPY), with tax, zero or more. */
readonly "refund": number
}
readonly code: "cannot change ticket" | "cannot change ticket because payment method discount" | "waiting time change exists" | "time_change: expired coupon" | "time_change_out_of_stock" | "time_change: out of coverage dates" | "invalid_request" | "record not found" | "request in progress" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "idempotency key reused" | "too_many_requests" | "busy"
}
/** Reads a change of time: what it costs, and how far it is. */
readonly readTimeChange: {
readonly args: { readonly params: {
/** The right to a change of time. Keep it secret. */
readonly timechange_token: string
}; readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
/** The right to a reservation. Keep it secret. */
readonly reservation_token?: string
} }
readonly answer: {
/** `pending`: held. `waiting`: being paid. `complete`: moved. `cancelled`: ended without a move. */
readonly "status": "pending" | "waiting" | "complete" | "cancelled"
/** The token that opens the tickets now. Keep it secret. */
readonly "reservation_token": string
/** The number of the reservation, which mails and staff name it by. */
readonly "reservation_number": string
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "booking_type": "period" | "date" | "time"
/** How many. */
readonly "quantity": number
/** The visit as it was. */
readonly "old": {
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** What it costs. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
}
/** The visit as it will be. */
readonly "new": {
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** What it costs. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
}
/** Lines of the reservation before and after. */
readonly "lines": Array<{
/** What kind it is. */
readonly "kind": "ticket" | "extra" | "set"
/** A name, in the language of the answer. */
readonly "name": string
/** How many. */
readonly "quantity": number
/** What the line cost after everything that was taken off. Whole yen (JPY), with tax, zero or more. */
readonly "old_price": number
/** What the line costs at the new time. Whole yen (JPY), with tax, zero or more. */
readonly "new_price": number
/** Of a set product: when it was; else null. */
readonly "old_from": string | null
/** Of a set product: when it will be; else null. */
readonly "new_from": string | null
}>
/** Coupons that take something off. */
readonly "coupons": Array<{
/** The name of the coupon. */
readonly "coupon_name": string
/** What it took off. Whole yen (JPY), with tax, zero or more. */
readonly "old_discount": number
/** What it takes off at the new time. Whole yen (JPY), with tax, zero or more. */
readonly "new_discount": number
}>
/** What a membership takes off; null where there is none. */
readonly "membership": {
/** The name of the promotion. */
readonly "membership_promotion_name": string
/** What it took off. Whole yen (JPY), with tax, zero or more. */
readonly "old_discount": number
/** What it takes off at the new time. Whole yen (JPY), with tax, zero or more. */
readonly "new_discount": number
} | null
/** Paid before and not given back when the visit moved to a cheaper day; it counts now. Whole yen (JPY), with tax, zero or more. */
readonly "credit": number
/** What is paid and was not given back. Whole yen (JPY), with tax, zero or more. */
readonly "old_price": number
/** What it costs at the new time. Whole yen (JPY), with tax, zero or more. */
readonly "new_price": number
/** The new price less what is paid. Whole yen (JPY), with tax; may be negative. */
readonly "difference": number
/** Whether the visitor pays something before the visit is moved. */
readonly "payment_required": boolean
/** What goes back to the way it was paid; 0 also where the site gives nothing back. Whole yen (JPY), with tax, zero or more. */
readonly "refund": number
/** What became of the refund of this change; null where there is none. */
readonly "refund_state": "pending" | "done" | "failed" | null
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "expires_at": string
/** How often the hold may still be made longer. */
readonly "extensions_left": number
}
readonly code: "time change expired" | "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Gives the new places back. A change that is being paid is not given up. */
readonly deleteTimeChange: {
readonly args: { readonly params: {
/** The right to a change of time. Keep it secret. */
readonly timechange_token: string
} }
readonly answer: undefined
readonly code: "time change status is not pending" | "time change expired" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Agrees to a change and pays what it costs more; by `free` where it costs nothing more. What goes back is asked of the provider before the answer. May take four minutes. */
readonly checkoutTimeChange: {
readonly args: { readonly params: {
/** The right to a change of time. Keep it secret. */
readonly timechange_token: string
}; readonly body: {
/** The way to pay. */
readonly "payment_method_type": "gmo_paypay" | "gmo_d_pay" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "gmo_apple_pay"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "adyen_credit"
/** What the provider’s script made of the card. */
readonly "payment_method": {
/** Always `scheme`: a card. */
readonly "type": "scheme"
/** Encrypted by the provider’s script. */
readonly "encryptedCardNumber": string
/** Encrypted by the provider’s script. */
readonly "encryptedExpiryMonth": string
/** Encrypted by the provider’s script. */
readonly "encryptedExpiryYear": string
/** Encrypted by the provider’s script. */
readonly "encryptedSecurityCode": string
/** The name on the card. */
readonly "holderName"?: string
/** The brand of the card, in the provider’s words. */
readonly "brand"?: string
/** The provider’s number of this visit to its form. */
readonly "checkoutAttemptId"?: string
}
/** What 3-D Secure asks of a browser, in the provider’s words. */
readonly "browser_info"?: {
/** The `Accept` header of the browser. */
readonly "acceptHeader": string
/** Bits of a pixel. */
readonly "colorDepth": number
/** Whether the browser runs Java. */
readonly "javaEnabled": boolean
/** The language of the browser, such as `ja-JP`. */
readonly "language": string
/** Pixels. */
readonly "screenHeight": number
/** Pixels. */
readonly "screenWidth": number
/** Minutes between UTC and the time of the browser. */
readonly "timeZoneOffset": number
/** The `User-Agent` header of the browser. */
readonly "userAgent": string
}
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "stripe" | "stripe_secure"
/** What the provider’s script made of the card. */
readonly "payment_method": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "softbank_credit"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** The key that the provider’s script gave with the token. */
readonly "token_key": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "softbank_3ds"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** The key that the provider’s script gave with the token. */
readonly "token_key": string
/** What the provider’s script made of the data for 3-D Secure. */
readonly "tds2_info_token": string
/** The key that came with it. */
readonly "tds2_info_token_key": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} }
readonly answer: {
/** What became of it. */
readonly "result": "completed"
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly "reservation_token": string
/** The number of the reservation, which mails and staff name it by. */
readonly "reservation_number": string
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Whether a change of time is paid, and not an order. */
readonly "time_change": boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** What goes back after a change to a cheaper time. */
readonly "refund"?: {
/** The amount that goes back. Whole yen (JPY), with tax, zero or more. */
readonly "amount": number
/** `done`: the provider has given it back. `pending`: it will. */
readonly "state": "done" | "pending"
}
} | {
/** What became of it. */
readonly "result": "redirect"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** Where the browser goes. */
readonly "redirect_url": string
} | {
/** What became of it. */
readonly "result": "form"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** Where the browser sends the form. */
readonly "action_url": string
/** Always `POST`. */
readonly "method": "POST"
/** The encoding of the bytes of the form. */
readonly "charset": "UTF-8" | "Shift_JIS" | "Windows-31J"
/** Names and values of the form, in their order. */
readonly "fields": Array<[string, string]>
} | {
/** What became of it. */
readonly "result": "three_ds"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** The page of the issuer: a form where there are fields, otherwise an address to go to. */
readonly "acs_url": string
/** Names and values of the form, in their order. */
readonly "fields": Array<[string, string]>
/** Names the payment to `executeGmoPayment`. Keep it secret. */
readonly "md": string
} | {
/** What became of it. */
readonly "result": "action"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** What the page does. */
readonly "action": {
/** `qr`: show a QR code. `d_account`: log in to d ACCOUNT. */
readonly "type": "qr"
/** The content of the QR code; the page asks `confirmCheckout` every three seconds. */
readonly "code": string
/** When the code ends; null where the provider does not say. */
readonly "expires_at": string | null
} | {
/** `qr`: show a QR code. `d_account`: log in to d ACCOUNT. */
readonly "type": "d_account"
/** Where the visitor logs in. */
readonly "authorization_url": string
}
} | {
/** What became of it. */
readonly "result": "checking"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
}
readonly code: "time change status is not pending" | "time change expired" | "cannot change ticket" | "payment_api_failure" | "invalid payment status" | "price changed" | "invalid email address in time change" | "critical refund error" | "invalid_request" | "record not found" | "request in progress" | "payload_too_large" | "unsupported_media_type" | "idempotency key reused" | "too_many_requests" | "busy"
}
/** The main products of the site and their times of today in Japan; what is over is left out. */
readonly readTodayTicketInfo: {
readonly args: { readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
/** Only this product; without it, all. A UUID; capital letters are read like small ones. */
readonly product_uuid?: string
} }
readonly answer: {
/** The day. A day in Japan, `yyyy-MM-dd`. */
readonly "date": string
/** When the answer was made, by the clock of the store. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "generated_at": string
/** Products. */
readonly "products": Array<{
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** A name, in the language of the answer. */
readonly "name": string
/** The path of a picture at this site; null where there is none. */
readonly "image_path": string | null
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "sale_type": "period" | "date" | "time"
/** How it is now. */
readonly "state": "normal" | "few" | "sold_out" | "closed"
/** The times, in order. */
readonly "time_spans": Array<{
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** When the visit may begin. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "to": string
/** How it is now. */
readonly "state": "normal" | "few" | "sold_out"
/** Places that can be bought now. */
readonly "remaining_stock": number
/** What it costs. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** When its sale ends: a display takes it off then. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "sold_until": string
}>
}>
}
readonly code: "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** A code that opens the sale at the door of one product. It may serve many buyers until it ends. */
readonly issueSpotQrToken: {
readonly args: { readonly body: {
/** The product. A UUID; capital letters are read like small ones. */
readonly "product_uuid": string
/** The language of the names and texts. A language; for one that the site does not have, its default is used. */
readonly "lang"?: string
} }
readonly answer: {
/** The token of the QR code. */
readonly "qr_token": string
/** What the QR code holds: an absolute address. */
readonly "url": string
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "expires_at": string
/** When it was issued. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "issued_at": string
/** Seconds after which a display asks for the next code. */
readonly "renew_after_seconds": number
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** The digits of the day, where the site has them shown; else null. */
readonly "presence": {
/** Six digits by which visitors show that they are there. */
readonly "code": string
/** When the digits end. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "ends_at": string
} | null
}
readonly code: "invalid_request" | "signage key not accepted" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The product of the code with its times of today that are still on sale. */
readonly readSpotStocks: {
readonly args: { readonly query?: {
/** The token of the QR code that was read at the door. */
readonly qr_token?: string
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** The product. */
readonly "product": {
/** The number of it. A number of the store, valid at this site. */
readonly "id": number
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** A name, in the language of the answer. */
readonly "name": string
/** What it is, in plain text in the language of the answer. */
readonly "description": string
/** The path of a picture at this site; null where there is none. */
readonly "image_path": string | null
/** The price of a ticket before what its kind adds. Whole yen (JPY), with tax, zero or more. */
readonly "base_price": number
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "sale_type": "period" | "date" | "time"
/** How often a ticket admits within its time. */
readonly "entry_policy": "once" | "daily" | "any"
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly "reentry_minutes": number | null
/** A product of its own, or one that is bought with another. */
readonly "product_type": "main" | "set"
/** The sponsor whose name the product bears; null where there is none. */
readonly "naming_right": string | null
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly "caution": string | null
/** What there is to choose: kinds of tickets, and extras. */
readonly "options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The name of the choice, in the language of the answer. */
readonly "name": string
/** `ticket_type`: every unit is a ticket. `extra`: bought with them, and no ticket. */
readonly "type": "ticket_type" | "extra"
/** What can be chosen. */
readonly "values": Array<{
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** A name, in the language of the answer. */
readonly "name": string
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly "caution": string | null
}>
}>
/** How much of the product there is on the day. */
readonly "product_stock_status": "normal" | "is_few" | "sold_out" | "closed"
/** The times, in order. */
readonly "time_spans": Array<{
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** When the visit may begin. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "to": string
/** Places that can be bought now; those of holds that have ended count. */
readonly "stock_count": number
/** Places that can be bought now. */
readonly "remaining_stock": number
/** What there is to choose: kinds of tickets, and extras. */
readonly "options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** The name of the choice, in the language of the answer. */
readonly "name": string
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
}>
}>
}
/** The day. A day in Japan, `yyyy-MM-dd`. */
readonly "date": string
/** The times, in order. */
readonly "time_spans": Array<{
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** When the visit may begin. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "to": string
/** Places that can be bought now; those of holds that have ended count. */
readonly "stock_count": number
/** Places that can be bought now. */
readonly "remaining_stock": number
/** What there is to choose: kinds of tickets, and extras. */
readonly "options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** The name of the choice, in the language of the answer. */
readonly "name": string
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
}>
}>
/** The price of a ticket before what its kind adds. Whole yen (JPY), with tax, zero or more. */
readonly "base_price": number
/** How much of the product there is on the day. */
readonly "product_stock_status": "normal" | "is_few" | "sold_out" | "closed"
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "expires_at": string
}
readonly code: "spot qrCode has expired" | "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** The products that are sold at the door, with their state of today. */
readonly listSpotProducts: {
readonly args: { readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
/** The token of the QR code that was read at the door. */
readonly qr_token?: string
} }
readonly answer: Array<{
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** A name, in the language of the answer. */
readonly "name": string
/** What it is, in plain text in the language of the answer. */
readonly "description": string
/** The path of a picture at this site; null where there is none. */
readonly "image_path": string | null
/** The price of a ticket before what its kind adds. Whole yen (JPY), with tax, zero or more. */
readonly "base_price": number
/** How much of the product there is on the day. */
readonly "product_stock_status": "normal" | "is_few" | "sold_out" | "closed"
}>
readonly code: "spot qrCode has expired" | "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Set products that may be bought with the product of the code today. */
readonly searchSpotSetProducts: {
readonly args: { readonly query: {
/** The token of the QR code that was read at the door. */
readonly qr_token?: string
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
/** Numbers of the time spans of the visit, with commas between them; at most 500. */
readonly main_product_time_span_ids: string
/** The first day of the range. A day in Japan, `yyyy-MM-dd`. */
readonly from: string
/** The last day of the range; at most 99 days after the first. A day in Japan, `yyyy-MM-dd`. */
readonly to: string
} }
readonly answer: Array<{
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** A name, in the language of the answer. */
readonly "name": string
/** What it is, in plain text in the language of the answer. */
readonly "description": string
/** The path of a picture at this site; null where there is none. */
readonly "image_path": string | null
/** The price of a ticket before what its kind adds. Whole yen (JPY), with tax, zero or more. */
readonly "base_price": number
/** The times, in order. */
readonly "time_spans": Array<{
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** When the visit may begin. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "to": string
/** Places that can be bought now; those of holds that have ended count. */
readonly "stock_count": number
/** Places that can be bought now. */
readonly "remaining_stock": number
/** What there is to choose: kinds of tickets, and extras. */
readonly "options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** The name of the choice, in the language of the answer. */
readonly "name": string
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
}>
}>
/** Units that the venue recommends with one order. */
readonly "num": number
}>
readonly code: "spot qrCode has expired" | "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** As `createOrder`, of today and of the product of the code. It can be paid at once, and holds for a quarter of an hour. */
readonly createSpotOrder: {
readonly args: { readonly query?: {
/** The token of the QR code that was read at the door. */
readonly qr_token?: string
}; readonly body: {
/** The language of the order and its mails. A language of the product. */
readonly "lang": "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
/** The product. A UUID; capital letters are read like small ones. */
readonly "product_uuid": string
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** The sum over the kinds that are tickets; extras do not count. */
readonly "quantity": number
/** What is wanted: lines of a kind and a quantity, or the number of the kind once for each unit. */
readonly "option_values": ReadonlyArray<{
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** Units of this kind; below 1 it is refused. */
readonly "quantity": number
}> | ReadonlyArray<number>
/** Products that are bought with the visit. */
readonly "set_products"?: ReadonlyArray<{
/** The product. A UUID; capital letters are read like small ones. */
readonly "uuid": string
/** The time span. A number of the store, valid at this site. */
readonly "time_span_id": number
/** Units of it. */
readonly "quantity": number
}>
/** The first word of the pair that names a promotion. */
readonly "membership_key"?: string
/** The second word of the pair that names a promotion. */
readonly "membership_value"?: string
/** The token of the QR code that was read at the door. */
readonly "qr_token"?: string
} }
readonly answer: {
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly "order_token": string
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "expires_at": string
/** What the order costs now. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
}
readonly code: "out of stock" | "no stock registered for this product" | "ticket not on sale now" | "option_value_id not found" | "specified option value of the ticket is less than 1" | "spot qrCode has expired" | "invalid_request" | "record not found" | "request in progress" | "payload_too_large" | "unsupported_media_type" | "idempotency key reused" | "too_many_requests" | "busy"
}
/** Orders of the door by their tokens, the newest first; unknown ones are left out. */
readonly listSpotOrders: {
readonly args: { readonly query: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
/** Tokens of orders with commas between them; at most 50. */
readonly tokens: string
} }
readonly answer: Array<{
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly "order_token": string
/** How the order is. */
readonly "status": "open" | "paying" | "completed" | "ended"
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** How many. */
readonly "quantity": number
/** The right to the reservation of a completed order. Keep it secret. */
readonly "reservation_token"?: string
}>
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** As `readOrder`, of an order of the door. */
readonly readSpotOrder: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
}; readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** The language of the order and its mails. A language of the product. */
readonly "lang": "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"
/** `temporary`: held. `mail_sent`: the address waits for its proof. `ready_checkout`: can be paid. `payment_pending`, `payment_3ds`: being paid. */
readonly "status": "temporary" | "mail_sent" | "ready_checkout" | "payment_pending" | "payment_3ds"
/** `held`: the places are the visitor’s until the hold ends. `at_proof`: they are taken when the address is proved, if there are enough then. */
readonly "places"?: "held" | "at_proof"
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "expires_at": string
/** How often the hold may still be made longer. */
readonly "extensions_left": number
/** What everything costs before anything is taken off. Whole yen (JPY), with tax, zero or more. */
readonly "subtotal": number
/** After membership and coupons, before the discount of a way to pay. Whole yen (JPY), with tax, zero or more. */
readonly "price": number
/** The answers of the buyer form. Personal data. */
readonly "customer_info": Array<{
/** The field of the buyer form. */
readonly "key": string
/** What the buyer answered. */
readonly "value": string
}>
/** The visit as it was bought. */
readonly "main_product": {
/** The product. A UUID; capital letters are read like small ones. */
readonly "product_uuid": string
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** What it is, in plain text in the language of the answer. */
readonly "description": string
/** The path of a picture at this site; null where there is none. */
readonly "image_path": string | null
/** How a visit is booked: from day to day, one day, or one time slot. */
readonly "sale_type": "period" | "date" | "time"
/** How often a ticket admits within its time. */
readonly "entry_policy": "once" | "daily" | "any"
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly "reentry_minutes": number | null
/** How many. */
readonly "quantity": number
/** When the visit begins. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_from": string
/** When the visit ends. A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
readonly "reservation_to": string
/** The time span of the visit. A number of the store, valid at this site. */
readonly "product_time_span_id": number
/** The sponsor whose name the product bears; null where there is none. */
readonly "naming_right": string | null
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly "caution": string | null
/** Kinds of tickets and extras as they were bought. */
readonly "order_options": Array<{
/** The number of the choice. A number of the store, valid at this site. */
readonly "id": number
/** The name of what was chosen, in the language of the answer. */
readonly "name": string
/** `ticket_type`: every unit is a ticket. `extra`: bought with them, and no ticket. */
readonly "type": "ticket_type" | "extra"
/** What it adds to the base price, or costs as an extra. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
/** How many. */
readonly "quantity": number
/** The kind of ticket, or the extra. A number of the store, valid at this site. */
readonly "option_value_id": number
/** The price of one. Whole yen (JPY), with tax, zero or more. */
readonly "unit_price": number
}>
}
/** Products that are bought with the visit. */
readonly "set_products": Array<{
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** What all units of it cost. Whole yen (JPY), with tax; may be negative. */
readonly "add_cost": number
/** Units of it. */
readonly "quantity": number
}>
/** Coupons that take something off. */
readonly "coupons": Array<{
/** The code of the coupon. */
readonly "coupon_code": string
/** The name of the coupon. */
readonly "coupon_name": string
/** What the coupon takes off this order. Whole yen (JPY), with tax, zero or more. */
readonly "coupon_discount": number
}>
/** What a membership takes off; null where there is none. */
readonly "membership_promotion": {
/** The name of the promotion. */
readonly "membership_promotion_name": string
/** What the membership takes off. Whole yen (JPY), with tax, zero or more. */
readonly "membership_discount": number
} | null
}
readonly code: "session_timeout" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** As `deleteOrder`, of an order of the door. */
readonly deleteSpotOrder: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
} }
readonly answer: undefined
readonly code: "session_timeout" | "invalid order status" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Stores answers: before the payment by the order token, afterwards by the reservation token. A new address then has the tickets mailed to it. */
readonly answerSpotFields: {
readonly args: { readonly params: {
/** The token of the order, or after its payment that of the reservation. */
readonly token: string
}; readonly body: {
/** Answers of the buyer form. Personal data. */
readonly "contents": ReadonlyArray<{
/** The field of the buyer form. */
readonly "key": string
/** What the buyer answered. */
readonly "value": string
}>
} }
readonly answer: {
/** Answers of the buyer form. Personal data. */
readonly "contents": Array<{
/** The field of the buyer form. */
readonly "key": string
/** What the buyer answered. */
readonly "value": string
}>
/** Whether a mail was sent. */
readonly "mail_sent": boolean
}
readonly code: "session_timeout" | "invalid email address" | "invalid order status" | "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too many mails" | "too_many_requests" | "busy"
}
/** As `addOrderCoupon`, of an order of the door. */
readonly addSpotCoupon: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
}; readonly body: {
/** The code of a coupon, as it was typed. */
readonly "coupon": string
} }
readonly answer: {
/** The name of the coupon. */
readonly "coupon_name": string
/** What the coupon takes off this order. Whole yen (JPY), with tax, zero or more. */
readonly "coupon_discount": number
}
readonly code: "session_timeout" | "invalid order status" | "coupon_code does not exist" | "coupon not available" | "invalid channel" | "out of coverage dates of the coupon" | "expired coupon" | "out of coverage dates" | "coupon cannot be applied to specified order" | "coupon limit reached" | "duplicated invitation code" | "multiple flat-rate coupons" | "multiple fixed-rate coupons" | "flat-rate and fixed-rate coupons" | "invitation and flat-rate coupons" | "invitation and fixed-rate coupons" | "campaign coupon and other coupons" | "invitation coupon codes exceeding tickets bought" | "no further discounts available" | "discount amount could not be calculated correctly" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** As `deleteOrderCoupon`, of an order of the door. */
readonly deleteSpotCoupon: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
/** The code of the coupon, percent-encoded. */
readonly coupon: string
} }
readonly answer: undefined
readonly code: "session_timeout" | "invalid order status" | "coupon_code does not exist" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** As `checkout`, of an order of the door, whose buyer has answered nothing yet. */
readonly checkoutSpotOrder: {
readonly args: { readonly params: {
/** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string
}; readonly body: {
/** The way to pay. */
readonly "payment_method_type": "gmo_paypay" | "gmo_d_pay" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "gmo_apple_pay"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "adyen_credit"
/** What the provider’s script made of the card. */
readonly "payment_method": {
/** Always `scheme`: a card. */
readonly "type": "scheme"
/** Encrypted by the provider’s script. */
readonly "encryptedCardNumber": string
/** Encrypted by the provider’s script. */
readonly "encryptedExpiryMonth": string
/** Encrypted by the provider’s script. */
readonly "encryptedExpiryYear": string
/** Encrypted by the provider’s script. */
readonly "encryptedSecurityCode": string
/** The name on the card. */
readonly "holderName"?: string
/** The brand of the card, in the provider’s words. */
readonly "brand"?: string
/** The provider’s number of this visit to its form. */
readonly "checkoutAttemptId"?: string
}
/** What 3-D Secure asks of a browser, in the provider’s words. */
readonly "browser_info"?: {
/** The `Accept` header of the browser. */
readonly "acceptHeader": string
/** Bits of a pixel. */
readonly "colorDepth": number
/** Whether the browser runs Java. */
readonly "javaEnabled": boolean
/** The language of the browser, such as `ja-JP`. */
readonly "language": string
/** Pixels. */
readonly "screenHeight": number
/** Pixels. */
readonly "screenWidth": number
/** Minutes between UTC and the time of the browser. */
readonly "timeZoneOffset": number
/** The `User-Agent` header of the browser. */
readonly "userAgent": string
}
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "stripe" | "stripe_secure"
/** What the provider’s script made of the card. */
readonly "payment_method": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "softbank_credit"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** The key that the provider’s script gave with the token. */
readonly "token_key": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} | {
/** The way to pay. */
readonly "payment_method_type": "softbank_3ds"
/** What the provider’s script made of the card. A card number is refused. */
readonly "token": string
/** The key that the provider’s script gave with the token. */
readonly "token_key": string
/** What the provider’s script made of the data for 3-D Secure. */
readonly "tds2_info_token": string
/** The key that came with it. */
readonly "tds2_info_token_key": string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. Whole yen (JPY), with tax, zero or more. */
readonly "expected_amount"?: number
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly "device_fingerprint"?: string
} }
readonly answer: {
/** What became of it. */
readonly "result": "completed"
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly "reservation_token": string
/** The number of the reservation, which mails and staff name it by. */
readonly "reservation_number": string
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Whether a change of time is paid, and not an order. */
readonly "time_change": boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** What goes back after a change to a cheaper time. */
readonly "refund"?: {
/** The amount that goes back. Whole yen (JPY), with tax, zero or more. */
readonly "amount": number
/** `done`: the provider has given it back. `pending`: it will. */
readonly "state": "done" | "pending"
}
} | {
/** What became of it. */
readonly "result": "redirect"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** Where the browser goes. */
readonly "redirect_url": string
} | {
/** What became of it. */
readonly "result": "form"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** Where the browser sends the form. */
readonly "action_url": string
/** Always `POST`. */
readonly "method": "POST"
/** The encoding of the bytes of the form. */
readonly "charset": "UTF-8" | "Shift_JIS" | "Windows-31J"
/** Names and values of the form, in their order. */
readonly "fields": Array<[string, string]>
} | {
/** What became of it. */
readonly "result": "three_ds"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** The page of the issuer: a form where there are fields, otherwise an address to go to. */
readonly "acs_url": string
/** Names and values of the form, in their order. */
readonly "fields": Array<[string, string]>
/** Names the payment to `executeGmoPayment`. Keep it secret. */
readonly "md": string
} | {
/** What became of it. */
readonly "result": "action"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
/** What the page does. */
readonly "action": {
/** `qr`: show a QR code. `d_account`: log in to d ACCOUNT. */
readonly "type": "qr"
/** The content of the QR code; the page asks `confirmCheckout` every three seconds. */
readonly "code": string
/** When the code ends; null where the provider does not say. */
readonly "expires_at": string | null
} | {
/** `qr`: show a QR code. `d_account`: log in to d ACCOUNT. */
readonly "type": "d_account"
/** Where the visitor logs in. */
readonly "authorization_url": string
}
} | {
/** What became of it. */
readonly "result": "checking"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly "payment_number": string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly "payment_reference"?: string
/** The way to pay. A way to pay. */
readonly "payment_method_type": "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** Whether a change of time is paid, and not an order. */
readonly "time_change"?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly "spot"?: boolean
}
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "order status must be ready_checkout" | "ticket not on sale now" | "price changed" | "coupon_code does not exist" | "coupon not available" | "invalid channel" | "out of coverage dates of the coupon" | "expired coupon" | "out of coverage dates" | "coupon cannot be applied to specified order" | "coupon limit reached" | "duplicated invitation code" | "multiple flat-rate coupons" | "multiple fixed-rate coupons" | "flat-rate and fixed-rate coupons" | "invitation and flat-rate coupons" | "invitation and fixed-rate coupons" | "campaign coupon and other coupons" | "invitation coupon codes exceeding tickets bought" | "no further discounts available" | "discount amount could not be calculated correctly" | "membership login failed" | "invalid_request" | "record not found" | "request in progress" | "payload_too_large" | "unsupported_media_type" | "idempotency key reused" | "too_many_requests" | "busy"
}
/** The fields that are asked after the payment, and what was answered. */
readonly readSpotOrderFields: {
readonly args: { readonly params: {
/** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
}; readonly query?: {
/** The language of the names and texts of the answer. A language; for one that the site does not have, its default is used. */
readonly lang?: string
} }
readonly answer: {
/** The fields that are asked. */
readonly "field_templates": Array<{
/** The name of a field of the buyer form. */
readonly "field_name": string
/** Whether the form shows the field. */
readonly "is_display": boolean
/** Whether the field must be filled. */
readonly "is_require": boolean
}>
/** Answers of the buyer form. Personal data. */
readonly "contents": Array<{
/** The field of the buyer form. */
readonly "key": string
/** What the buyer answered. */
readonly "value": string
}>
/** Whether the tickets were mailed at least once. */
readonly "mail_sent": boolean
/** The name of the product, in the language of the answer. */
readonly "product_name": string
/** The language of the order and its mails. */
readonly "lang": string
}
readonly code: "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Mails the tickets to the address that was answered, or to the one that is sent; three times at most. */
readonly mailSpotTickets: {
readonly args: { readonly params: {
/** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
}; readonly body: {
/** Where the tickets are mailed; without it, to the address that was answered. */
readonly "email"?: string
} }
readonly answer: {
/** Whether a mail was sent. */
readonly "mail_sent": boolean
}
readonly code: "invalid email address" | "invalid_request" | "record not found" | "reservation url changed" | "payload_too_large" | "unsupported_media_type" | "too many mails" | "too_many_requests" | "busy"
}
/** The magazines of an address, by the token in its mails. */
readonly readMailMagazines: {
readonly args: { readonly params: {
/** The token of the mail address, from a link in its mails. */
readonly token: string
} }
readonly answer: Array<{
/** The magazine. */
readonly "field_name": "mail_magazine" | "teamlab_mail_magazine"
/** Whether the address gets the magazine. */
readonly "is_subscribed": boolean
}>
readonly code: "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Ends one subscription. */
readonly releaseMailMagazine: {
readonly args: { readonly params: {
/** The token of the mail address, from a link in its mails. */
readonly token: string
}; readonly body: {
/** The magazine. */
readonly "field_name": "mail_magazine" | "teamlab_mail_magazine"
} }
readonly answer: {
/** The magazine. */
readonly "field_name": "mail_magazine" | "teamlab_mail_magazine"
/** Whether the address gets the magazine. */
readonly "is_subscribed": false
}
readonly code: "mail magazine already unsubscribed" | "invalid_request" | "record not found" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Answers while the process is alive. */
readonly healthz: {
readonly args: {  }
readonly answer: {
/** How it is now. */
readonly "status": "ok"
}
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
/** Answers while the process can serve: the database is reachable and migrated, and nobody asked it to stop. */
readonly readyz: {
readonly args: {  }
readonly answer: {
/** How it is now. */
readonly "status": "ok"
}
readonly code: "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"
}
}

/** Where each call goes. */
export const ROUTES = {
getLangs: { method: 'GET', path: '/api/v1/langs', takesKey: false },
getFieldTemplates: { method: 'GET', path: '/api/v1/field_templates', takesKey: false },
getConfigurations: { method: 'GET', path: '/api/v1/configurations', takesKey: false },
getTexts: { method: 'GET', path: '/api/v1/texts', takesKey: false },
getPaymentMethods: { method: 'GET', path: '/api/v1/paymentmethods', takesKey: false },
getCalendarColors: { method: 'GET', path: '/api/v1/calendar/colors', takesKey: false },
getNotices: { method: 'GET', path: '/api/v1/notices', takesKey: false },
getProducts: { method: 'GET', path: '/api/v1/products', takesKey: false },
searchProducts: { method: 'GET', path: '/api/v1/products/search', takesKey: false },
searchProductsOfDay: { method: 'GET', path: '/api/v1/products/search2', takesKey: false },
getStocksStatuses: { method: 'GET', path: '/api/v1/products/stocks-statuses', takesKey: false },
getStocks: { method: 'GET', path: '/api/v1/products/stocks', takesKey: false },
searchSetProducts: { method: 'GET', path: '/api/v1/setproducts/search', takesKey: false },
createOrder: { method: 'POST', path: '/api/v1/orders', takesKey: true },
readOrder: { method: 'GET', path: '/api/v1/orders/{token}', takesKey: false },
deleteOrder: { method: 'DELETE', path: '/api/v1/orders/{token}', takesKey: false },
extendOrder: { method: 'PUT', path: '/api/v1/orders/hold/{token}', takesKey: false },
addOrderCoupon: { method: 'POST', path: '/api/v1/ordercoupons/{token}', takesKey: false },
deleteOrderCoupon: { method: 'DELETE', path: '/api/v1/ordercoupons/{token}/{coupon}', takesKey: false },
simulateMethodDiscount: { method: 'POST', path: '/api/v1/orders/paymentmethoddiscount/{token}/simulation', takesKey: false },
getMembershipPromotion: { method: 'GET', path: '/api/v1/membership/promotion', takesKey: false },
loginMember: { method: 'POST', path: '/api/v1/membership/login/{id}', takesKey: false },
loginMemberByToken: { method: 'POST', path: '/api/v1/membership/token/login/{id}', takesKey: false },
readMember: { method: 'GET', path: '/api/v1/membership/{id}', takesKey: false },
sendOrderMail: { method: 'POST', path: '/api/v1/ordermails/{token}', takesKey: false },
confirmOrderMail: { method: 'GET', path: '/api/v1/ordermails/{token}', takesKey: false },
confirmMailCode: { method: 'POST', path: '/api/v1/ordermails/code/{token}', takesKey: false },
checkout: { method: 'POST', path: '/api/v1/orders/checkout/{token}', takesKey: true },
confirmCheckout: { method: 'POST', path: '/api/v1/orders/confirmcheckout', takesKey: false },
executeGmoPayment: { method: 'POST', path: '/api/v1/gmo-secure/exe-payment', takesKey: false },
readDAccountAuth: { method: 'GET', path: '/d-account/v1/auth/{token}', takesKey: false },
readDPayToken: { method: 'GET', path: '/d-pay/v1/scptok/{token}', takesKey: false },
validateApplePaySession: { method: 'POST', path: '/api/v1/apple-pay/validate-session', takesKey: false },
findReservation: { method: 'GET', path: '/api/v1/reservations', takesKey: false },
mailReservation: { method: 'POST', path: '/api/v1/reservationmails/{reservation_token}', takesKey: false },
correctAddress: { method: 'PUT', path: '/api/v1/reservations/{reservation_token}/email', takesKey: false },
readReservation: { method: 'GET', path: '/api/v1/reservations/{reservation_token}', takesKey: false },
readTickets: { method: 'GET', path: '/api/v1/reservations/{reservation_token}/tickets', takesKey: false },
readPurchase: { method: 'GET', path: '/api/v1/gtm/{token}', takesKey: false },
readReceipt: { method: 'GET', path: '/api/v1/receipts/{reservation_token}', takesKey: false },
issueReceipt: { method: 'POST', path: '/api/v1/receipts/{reservation_token}', takesKey: false },
createShare: { method: 'POST', path: '/api/v1/shares', takesKey: false },
listShares: { method: 'GET', path: '/api/v1/shares', takesKey: false },
readShare: { method: 'GET', path: '/api/v1/shares/{share_token}', takesKey: false },
takeBackShare: { method: 'DELETE', path: '/api/v1/shares/{share_token}', takesKey: false },
mailShare: { method: 'POST', path: '/api/v1/sharemails/{share_token}', takesKey: false },
acceptShare: { method: 'POST', path: '/api/v1/shareacceptances/{share_token}', takesKey: false },
readTicket: { method: 'GET', path: '/api/v1/tickets/{reservation_token}/{id}', takesKey: false },
readTicketCodes: { method: 'GET', path: '/api/v1/ticketcodes/{reservation_token}', takesKey: false },
checkIn: { method: 'POST', path: '/api/v1/tickets/{reservation_token}/{id}/checkin', takesKey: false },
enrolDevice: { method: 'POST', path: '/api/v1/gate/devices', takesKey: false },
readDevice: { method: 'GET', path: '/api/v1/gate/device', takesKey: false },
scanTicket: { method: 'POST', path: '/api/v1/gate/scans', takesKey: false },
undoScan: { method: 'POST', path: '/api/v1/gate/scans/{scan_id}/undo', takesKey: false },
reportScans: { method: 'POST', path: '/api/v1/gate/reports', takesKey: false },
readOfflineGate: { method: 'GET', path: '/api/v1/gate/offline', takesKey: false },
readDoorList: { method: 'GET', path: '/api/v1/gate/doorlist', takesKey: false },
readArrivals: { method: 'GET', path: '/api/v1/gate/arrivals', takesKey: false },
searchChangeDays: { method: 'GET', path: '/api/v1/timechanges/products/search', takesKey: false },
createTimeChange: { method: 'POST', path: '/api/v1/timechanges', takesKey: true },
readTimeChange: { method: 'GET', path: '/api/v1/timechanges/{timechange_token}', takesKey: false },
deleteTimeChange: { method: 'DELETE', path: '/api/v1/timechanges/{timechange_token}', takesKey: false },
checkoutTimeChange: { method: 'POST', path: '/api/v1/timechanges/checkout/{timechange_token}', takesKey: true },
readTodayTicketInfo: { method: 'GET', path: '/api/v1/signage/today-ticket-info', takesKey: false },
issueSpotQrToken: { method: 'POST', path: '/api/v1/spot/qrtokens', takesKey: false },
readSpotStocks: { method: 'GET', path: '/api/v1/spot/products/stocks', takesKey: false },
listSpotProducts: { method: 'GET', path: '/api/v1/spot/products', takesKey: false },
searchSpotSetProducts: { method: 'GET', path: '/api/v1/spot/setproducts/search', takesKey: false },
createSpotOrder: { method: 'POST', path: '/api/v1/spot/orders', takesKey: true },
listSpotOrders: { method: 'GET', path: '/api/v1/spot/orders', takesKey: false },
readSpotOrder: { method: 'GET', path: '/api/v1/spot/orders/{token}', takesKey: false },
deleteSpotOrder: { method: 'DELETE', path: '/api/v1/spot/orders/{token}', takesKey: false },
answerSpotFields: { method: 'PUT', path: '/api/v1/spot/orders/{token}', takesKey: false },
addSpotCoupon: { method: 'POST', path: '/api/v1/spot/ordercoupons/{token}', takesKey: false },
deleteSpotCoupon: { method: 'DELETE', path: '/api/v1/spot/ordercoupons/{token}/{coupon}', takesKey: false },
checkoutSpotOrder: { method: 'POST', path: '/api/v1/spot/orders/checkout/{token}', takesKey: true },
readSpotOrderFields: { method: 'GET', path: '/api/v1/spot/orderfields/{reservation_token}', takesKey: false },
mailSpotTickets: { method: 'POST', path: '/api/v1/spot/ordermails/{reservation_token}', takesKey: false },
readMailMagazines: { method: 'GET', path: '/api/v1/mailmagazines/{token}', takesKey: false },
releaseMailMagazine: { method: 'PUT', path: '/api/v1/mailmagazines/{token}', takesKey: false },
healthz: { method: 'GET', path: '/healthz', takesKey: false },
readyz: { method: 'GET', path: '/readyz', takesKey: false },
} as const

