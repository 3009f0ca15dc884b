// Written by tools/pages/write-client.ts from the OpenAPI document: change the contract instead.

export type Language = "ja" | "en" | "kr" | "zh-hans" | "zh-hant" | "th"

export type SiteLanguage = {
/** The language. */
readonly id: Language
/** Whether a visitor reads this language unless they choose another. */
readonly is_default: boolean
}

export type FieldTemplate = {
/** The name of a field of the buyer form. */
readonly field_name: string
/** Whether the form shows the field. */
readonly is_display: boolean
/** Whether the field must be filled. */
readonly is_require: boolean
}

export type Setting = {
/** The name of the setting. */
readonly key: string
/** The setting, as text. */
readonly value: string
}

export type SiteText = {
/** The name of the text. */
readonly key: string
/** The words. */
readonly text: string
}

/** A way to pay. */
export type PaymentMethod = "gmo" | "gmo_3ds" | "gmo_paypay" | "gmo_d_pay" | "gmo_apple_pay" | "adyen_credit" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "stripe" | "stripe_secure" | "softbank_credit" | "softbank_3ds" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"

/** Whole yen (JPY), with tax, zero or more. */
export type Yen = number

export type PaymentMethodRow = {
readonly payment_method_type: PaymentMethod
/** A name, in the language of the answer. */
readonly name: string
/** Whether the way to pay takes a fixed amount or a percentage off; null where it takes nothing off. */
readonly discount_type: "fixed" | "percent" | null
/** What the way to pay takes off: yen, or percent points where `discount_type` is `percent`. */
readonly discount_amount: Yen
/** The least that its provider takes, in yen, after what the way to pay takes off. */
readonly least_amount: Yen
/** What a browser needs to take the data of a payment. Public values only. */
readonly client: {
/** Who moves the money. */
readonly provider: "gmo" | "softbank" | "adyen" | "stripe" | "alipay" | "docomo" | "free"
/** Addresses of the provider’s scripts, in the order in which they load; only once the way to pay is chosen. */
readonly scripts: ReadonlyArray<string>
/** Addresses of the provider’s style sheets. */
readonly styles: ReadonlyArray<string>
/** Public values by the provider’s own names: `shop_id`, `merchant_id`, `client_key`. */
readonly config: Readonly<Record<string, string>>
/** True where no money moves: the page must say so. */
readonly is_test: boolean
}
}

/** A day in Japan, `yyyy-MM-dd`. */
export type Day = string

export type CalendarColor = {
/** The day. */
readonly date: Day
/** A colour, `#rrggbb`. */
readonly color_code: string
}

export type OpenHours = {
/** When the house opens. */
readonly from: string
/** When it closes. */
readonly to: string
}

export type OpeningHours = {
/** The hours by weekday, Sunday first; an empty list where it is closed. */
readonly week: ReadonlyArray<ReadonlyArray<OpenHours>>
/** So long before it closes nobody is let in any more; null where entry ends with the hours. */
readonly lastEntryMinutes: number | null
/** Days with other hours; the first that has a day counts. */
readonly exceptions: ReadonlyArray<{
/** The first day. */
readonly from: string
/** The last day. */
readonly to: string
/** The hours of these days; an empty list is closed. */
readonly hours: ReadonlyArray<OpenHours>
}>
}

export type Said = {
/** The words. */
readonly text: string
/** The language that they are in: English where the house has no others. */
readonly lang: Language
}

export type Visiting = {
/** Where the house is. */
readonly address: string
/** A map of it. */
readonly map_url: string
/** When it is open; null where it does not say. */
readonly opening: OpeningHours | null
/** The way from the nearest stop or town, in one line; null where it does not say. */
readonly nearest: string | null
/** Ways to come. */
readonly ways: ReadonlyArray<Said>
/** Where cars stand. */
readonly parking: Said | null
/** How long most visits last, in minutes. */
readonly minutes: number | null
/** What it says in signs; one that it does not answer is left out. */
readonly signs: {
/** In a building or outdoors. */
readonly setting?: "indoor" | "outdoor" | "both"
/** Whether guests may take photographs. */
readonly photographs?: "yes" | "no_flash" | "no"
/** Where bags go. */
readonly cloakroom?: "lockers" | "desk" | "no"
/** Whether there is a lift. */
readonly lift?: "yes" | "no"
/** How much is free of steps. */
readonly wheelchair?: "yes" | "partly" | "no"
/** Where pushchairs may go. */
readonly pushchair?: "yes" | "partly" | "no"
/** Which dogs may come in. */
readonly dogs?: "all" | "assistance" | "no"
/** Whether strong light flashes. */
readonly flashing?: "yes" | "no"
}
/** When it is quiet on purpose; null where there are no such hours. */
readonly quiet_hours: {
/** Days of the week, 0 is Sunday. */
readonly weekdays: ReadonlyArray<number>
/** The hours of these days. */
readonly hours: ReadonlyArray<OpenHours>
} | null
/** More about access. */
readonly access_note: Said | null
/** Questions and answers. */
readonly questions: ReadonlyArray<{
/** What guests ask. */
readonly question: Said
/** The answer. */
readonly answer: Said
}>
/** How groups and schools book. */
readonly groups: Said | null
}

/** A number of the store, valid at this site. */
export type RowId = number

/** A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`. */
export type Moment = string

export type ShownNotice = {
/** The number of the notice. */
readonly id: RowId
/** How much it matters. */
readonly severity: "information" | "warning"
/** A page takes it off then. */
readonly shown_until: Moment
/** The language of the words: English where the asked one has none. */
readonly lang: Language
/** What the house says, in plain text. */
readonly text: string
}

/** The magazine. */
export type MailMagazine = "mail_magazine" | "teamlab_mail_magazine"

/** A UUID; capital letters are read like small ones. */
export type Uuid = string

/** How a visit is booked: from day to day, one day, or one time slot. */
export type BookingType = "period" | "date" | "time"

/** How often a ticket admits within its time. */
export type EntryPolicy = "once" | "daily" | "any"

/** Whole yen (JPY), with tax; may be negative. */
export type YenDifference = number

export type OptionValue = {
/** The kind of ticket, or the extra. */
readonly option_value_id: RowId
/** A name, in the language of the answer. */
readonly name: string
/** What it adds to the base price, or costs as an extra. */
readonly add_cost: YenDifference
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly caution: string | null
/** The kind of ticket that it is sold with: there are never more of it than of that. Without it, it is sold by itself. */
readonly only_with?: RowId
}

export type ProductOption = {
/** The number of the choice. */
readonly id: RowId
/** The name of the choice, in the language of the answer. */
readonly name: string
/** `ticket_type`: every unit is a ticket. `extra`: bought with them, and no ticket. */
readonly type: "ticket_type" | "extra"
/** What can be chosen. */
readonly values: ReadonlyArray<OptionValue>
}

export type Product = {
/** The number of the product. */
readonly id: RowId
/** The product. */
readonly uuid: Uuid
/** A name, in the language of the answer. */
readonly name: string
/** What it is, in plain text in the language of the answer. */
readonly description: string
/** The path of a picture at this site; null where there is none. */
readonly image_path: string | null
/** The price of a ticket before what its kind adds. */
readonly base_price: Yen
readonly sale_type: BookingType
readonly entry_policy: EntryPolicy
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly reentry_minutes: number | null
/** A product of its own, or one that is bought with another. */
readonly product_type: "main" | "set"
/** The sponsor whose name the product bears; null where there is none. */
readonly naming_right: string | null
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly caution: string | null
/** Whether a visit that was bought on the web may be moved, within the terms of the site. */
readonly can_be_moved: boolean
/** What there is to choose: kinds of tickets, and extras. */
readonly options: ReadonlyArray<ProductOption>
}

/** How much of the product there is on the day. */
export type ProductStockStatus = "normal" | "is_few" | "sold_out" | "closed"

export type SpanOption = {
/** The number of the choice. */
readonly id: RowId
/** The kind of ticket, or the extra. */
readonly option_value_id: RowId
/** The name of the choice, in the language of the answer. */
readonly name: string
/** What it adds to the base price, or costs as an extra. */
readonly add_cost: YenDifference
}

export type TimeSpan = {
/** The time span. */
readonly time_span_id: RowId
/** When the visit may begin. */
readonly from: Moment
/** When the visit ends. */
readonly to: Moment
/** Places that can be bought now: the capacity less the places taken; those of holds that have ended count. */
readonly stock_count: number
/** Places that can be bought now. */
readonly remaining_stock: number
/** What there is to choose: kinds of tickets, and extras. */
readonly options: ReadonlyArray<SpanOption>
}

export type DayStock = {
/** The day. */
readonly date: Day
/** The price of a ticket before what its kind adds. */
readonly base_price: Yen
readonly product_stock_status: ProductStockStatus
/** The times, in order. */
readonly time_spans: ReadonlyArray<TimeSpan>
}

export type ProductOfDay = {
/** The number of the product. */
readonly id: RowId
/** The product. */
readonly uuid: Uuid
/** A name, in the language of the answer. */
readonly name: string
/** What it is, in plain text in the language of the answer. */
readonly description: string
/** The path of a picture at this site; null where there is none. */
readonly image_path: string | null
/** The price of a ticket before what its kind adds. */
readonly base_price: Yen
readonly sale_type: BookingType
readonly entry_policy: EntryPolicy
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly reentry_minutes: number | null
/** A product of its own, or one that is bought with another. */
readonly product_type: "main" | "set"
/** The sponsor whose name the product bears; null where there is none. */
readonly naming_right: string | null
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly caution: string | null
/** Whether a visit that was bought on the web may be moved, within the terms of the site. */
readonly can_be_moved: boolean
/** What there is to choose: kinds of tickets, and extras. */
readonly options: ReadonlyArray<ProductOption>
readonly product_stock_status: ProductStockStatus
/** The times, in order. */
readonly time_spans: ReadonlyArray<TimeSpan>
}

export type StockStatus = {
/** The day. */
readonly date: Day
/** The state of the day in a calendar. */
readonly stock_status: "normal" | "few" | "sold_out" | "closed"
/** The lowest price of the day; null where none is shown. */
readonly display_price: Yen | null
/** Whether the day is shown as sold out, and not as closed. */
readonly is_sold_out_display_product: boolean
/** In the calendar of a site with several products: the only one that can still be bought on the day. */
readonly only_product_uuid?: Uuid
}

export type SetProduct = {
/** The product. */
readonly uuid: Uuid
/** A name, in the language of the answer. */
readonly name: string
/** What it is, in plain text in the language of the answer. */
readonly description: string
/** The path of a picture at this site; null where there is none. */
readonly image_path: string | null
/** The price of a ticket before what its kind adds. */
readonly base_price: Yen
/** The times, in order. */
readonly time_spans: ReadonlyArray<TimeSpan>
/** Units that the venue recommends with one order; the visitor may choose another number. */
readonly num: number
}

export type OrderLine = {
/** The kind of ticket, or the extra. */
readonly option_value_id: RowId
/** Units of this kind; below 1 it is refused. */
readonly quantity: number
}

/** What a visitor asks for. */
export type OrderRequest = {
/** The language of the order and its mails. */
readonly lang: Language
/** The product. */
readonly product_uuid: Uuid
/** The time span. */
readonly time_span_id: RowId
/** The sum over the kinds that are tickets; extras do not count. */
readonly quantity: number
/** What is wanted: lines of a kind and a quantity, or the number of the kind once for each unit. */
readonly option_values: ReadonlyArray<OrderLine> | ReadonlyArray<RowId>
/** Products that are bought with the visit. */
readonly set_products?: ReadonlyArray<{
/** The product. */
readonly uuid: Uuid
/** The time span. */
readonly time_span_id: RowId
/** Units of it. */
readonly quantity: number
}>
/** The first word of the pair that names a promotion. */
readonly membership_key?: string
/** The second word of the pair that names a promotion. */
readonly membership_value?: string
}

export type OrderStatus = "temporary" | "mail_sent" | "ready_checkout" | "payment_pending" | "payment_3ds"

/** One answer of the buyer form. */
export type FormAnswer = {
/** The field of the buyer form. */
readonly key: string
/** What the buyer answered. */
readonly value: string
}

export type OrderOption = {
/** The number of the choice. */
readonly id: RowId
/** The name of what was chosen, in the language of the answer. */
readonly name: string
/** `ticket_type`: every unit is a ticket. `extra`: bought with them, and no ticket. */
readonly type: "ticket_type" | "extra"
/** What it adds to the base price, or costs as an extra. */
readonly add_cost: YenDifference
/** How many. */
readonly quantity: number
/** The kind of ticket, or the extra. */
readonly option_value_id: RowId
/** The price of one, with what its kind adds. */
readonly unit_price: Yen
}

/** The product as bought: names in the asked language, or in that of the order. */
export type BoughtProduct = {
/** The product. */
readonly product_uuid: Uuid
/** The name of the product, in the language of the answer. */
readonly product_name: string
/** What it is, in plain text in the language of the answer. */
readonly description: string
/** The path of a picture at this site; null where there is none. */
readonly image_path: string | null
readonly sale_type: BookingType
readonly entry_policy: EntryPolicy
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly reentry_minutes: number | null
/** How many. */
readonly quantity: number
/** When the visit begins. */
readonly reservation_from: Moment
/** When the visit ends. */
readonly reservation_to: Moment
/** The time span of the visit. */
readonly product_time_span_id: RowId
/** The sponsor whose name the product bears; null where there is none. */
readonly naming_right: string | null
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly caution: string | null
/** Kinds of tickets and extras as they were bought. */
readonly order_options: ReadonlyArray<OrderOption>
}

export type TemporaryOrder = {
/** The language of the order and its mails, whatever language is asked for. */
readonly lang: Language
/** `temporary`: held. `mail_sent`: the address waits for its proof. `ready_checkout`: can be paid. `payment_pending`, `payment_3ds`: being paid. */
readonly status: OrderStatus
/** `held`: the places are the visitor’s until the hold ends. `at_proof`: too many are held by orders that are not paid, so these are taken when the address is proved, if there are enough then. `at_payment`: the same, and they are taken when the payment begins. */
readonly places?: "held" | "at_proof" | "at_payment"
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. */
readonly expires_at: Moment
/** How often the hold may still be made longer. */
readonly extensions_left: number
/** What everything costs before anything is taken off. */
readonly subtotal: Yen
/** After membership and coupons, before the discount of a way to pay. */
readonly price: Yen
/** The answers of the buyer form. Personal data. */
readonly customer_info: ReadonlyArray<FormAnswer>
/** The visit as it was bought. */
readonly main_product: BoughtProduct
/** Products that are bought with the visit. */
readonly set_products: ReadonlyArray<{
/** The name of the product, in the language of the answer. */
readonly product_name: string
/** What all units of it cost. */
readonly add_cost: YenDifference
/** Units of it. */
readonly quantity: number
}>
/** Coupons that take something off. */
readonly coupons: ReadonlyArray<{
/** The code of the coupon. */
readonly coupon_code: string
/** The name of the coupon. */
readonly coupon_name: string
/** What the coupon takes off this order. */
readonly coupon_discount: Yen
/** The last day of the coupon, after which the visit cannot be moved; null where it does not end. */
readonly ends_on: Day | null
}>
/** What a membership takes off; null where there is none. */
readonly membership_promotion: {
/** The name of the promotion. */
readonly membership_promotion_name: string
/** What the membership takes off. */
readonly membership_discount: Yen
} | null
}

export type MembershipPromotion = {
/** The promotion. */
readonly id: string
/** A name, in the language of the answer. */
readonly name: string
/** The first word of the pair that names a promotion. */
readonly membership_key: string
/** The second word of the pair that names a promotion. */
readonly membership_value: string
/** Whether the promotion takes a percentage or a fixed amount off. */
readonly promotion_type: "percent" | "fixed"
/** Percent points, or yen a ticket. */
readonly promotion_amount: Yen
}

export type LoginResult = {
/** Always true: a failure is a refusal. */
readonly result: boolean
}

export type MemberInfo = {
/** The name of the member. */
readonly name: string
/** Where the member lives. */
readonly resident_area: string
/** A mail address. */
readonly email: string
/** A telephone number. */
readonly phone: string
/** Age as the organisation of the member says it. */
readonly age: string
/** Gender as the organisation of the member says it. */
readonly gender: string
}

/** The card in the words of Adyen’s component; all parts except brand and name are encrypted in the browser. */
export type AdyenCard = {
/** Always `scheme`: a card. */
readonly type: "scheme"
/** Encrypted by the provider’s script. */
readonly encryptedCardNumber: string
/** Encrypted by the provider’s script. */
readonly encryptedExpiryMonth: string
/** Encrypted by the provider’s script. */
readonly encryptedExpiryYear: string
/** Encrypted by the provider’s script. */
readonly encryptedSecurityCode: string
/** The name on the card. */
readonly holderName?: string
/** The brand of the card, in the provider’s words. */
readonly brand?: string
/** The provider’s number of this visit to its form. */
readonly checkoutAttemptId?: string
}

/** What a browser is, in the words of Adyen’s component, for 3-D Secure. */
export type AdyenBrowser = {
/** The `Accept` header of the browser. */
readonly acceptHeader: string
/** Bits of a pixel. */
readonly colorDepth: number
/** Whether the browser runs Java. */
readonly javaEnabled: boolean
/** The language of the browser, such as `ja-JP`. */
readonly language: string
/** Pixels. */
readonly screenHeight: number
/** Pixels. */
readonly screenWidth: number
/** Minutes between UTC and the time of the browser. */
readonly timeZoneOffset: number
/** The `User-Agent` header of the browser. */
readonly userAgent: string
}

export type PaymentData = {
/** The way to pay. */
readonly payment_method_type: "gmo_paypay" | "gmo_d_pay" | "adyen_alipay" | "adyen_we_chat_pay" | "alipay" | "softbank_alipay" | "softbank_paypay" | "d_pay" | "free"
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. */
readonly expected_amount?: Yen
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly device_fingerprint?: string
} | {
/** The way to pay. */
readonly payment_method_type: "gmo" | "gmo_3ds"
/** What the provider’s script made of the card. A card number is refused. */
readonly token: string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. */
readonly expected_amount?: Yen
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly device_fingerprint?: string
} | {
/** The way to pay. */
readonly payment_method_type: "gmo_apple_pay"
/** Base64 of `paymentData` of Apple’s token: encrypted for the provider. */
readonly token: string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. */
readonly expected_amount?: Yen
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly device_fingerprint?: string
} | {
/** The way to pay. */
readonly payment_method_type: "adyen_credit"
/** What the provider’s script made of the card. */
readonly payment_method: AdyenCard
/** What 3-D Secure asks of a browser, in the provider’s words. */
readonly browser_info?: AdyenBrowser
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. */
readonly expected_amount?: Yen
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly device_fingerprint?: string
} | {
/** The way to pay. */
readonly payment_method_type: "stripe" | "stripe_secure"
/** What the provider’s script made of the card. */
readonly payment_method: string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. */
readonly expected_amount?: Yen
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly device_fingerprint?: string
} | {
/** The way to pay. */
readonly payment_method_type: "softbank_credit"
/** What the provider’s script made of the card. A card number is refused. */
readonly token: string
/** The key that the provider’s script gave with the token. */
readonly token_key: string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. */
readonly expected_amount?: Yen
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly device_fingerprint?: string
} | {
/** The way to pay. */
readonly payment_method_type: "softbank_3ds"
/** What the provider’s script made of the card. A card number is refused. */
readonly token: string
/** The key that the provider’s script gave with the token. */
readonly token_key: string
/** What the provider’s script made of the data for 3-D Secure. */
readonly tds2_info_token: string
/** The key that came with it. */
readonly tds2_info_token_key: string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. */
readonly expected_amount?: Yen
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly device_fingerprint?: string
}

export type CompletedPayment = {
/** What became of it. */
readonly result: "completed"
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
/** The number of the reservation, which mails and staff name it by. */
readonly reservation_number: string
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly payment_number: string
/** Whether a change of time is paid, and not an order. */
readonly time_change: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly spot?: boolean
/** What goes back after a change to a cheaper time, and whether the provider has done it. */
readonly refund?: {
/** The amount that goes back. */
readonly amount: Yen
/** `done`: the provider has given it back. `pending`: it will. */
readonly state: "done" | "pending"
}
}

export type RedirectStep = {
/** What became of it. */
readonly result: "redirect"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly payment_number: string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly payment_reference?: string
readonly payment_method_type: PaymentMethod
/** Whether a change of time is paid, and not an order; missing for an order. */
readonly time_change?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly spot?: boolean
/** Where the browser goes. */
readonly redirect_url: string
}

export type FormStep = {
/** What became of it. */
readonly result: "form"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly payment_number: string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly payment_reference?: string
readonly payment_method_type: PaymentMethod
/** Whether a change of time is paid, and not an order; missing for an order. */
readonly time_change?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly spot?: boolean
/** Where the browser sends the form. */
readonly action_url: string
/** Always `POST`. */
readonly method: "POST"
/** The encoding of the bytes of the form, as in `accept-charset`. */
readonly charset: "UTF-8" | "Shift_JIS" | "Windows-31J"
/** Names and values of the form, in their order. */
readonly fields: ReadonlyArray<readonly [string, string]>
}

/** 3-D Secure on the page of the issuer. */
export type ThreeDSecureStep = {
/** What became of it. */
readonly result: "three_ds"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly payment_number: string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly payment_reference?: string
readonly payment_method_type: PaymentMethod
/** Whether a change of time is paid, and not an order; missing for an order. */
readonly time_change?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly spot?: boolean
/** The page of the issuer: a form where there are fields, otherwise an address to go to. */
readonly acs_url: string
/** Names and values of the form, in their order. */
readonly fields: ReadonlyArray<readonly [string, string]>
/** Names the payment to `executeGmoPayment`. Keep it secret. */
readonly md: string
}

export type ActionStep = {
/** What became of it. */
readonly result: "action"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly payment_number: string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly payment_reference?: string
readonly payment_method_type: PaymentMethod
/** Whether a change of time is paid, and not an order; missing for an order. */
readonly time_change?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly spot?: boolean
/** What the page does. */
readonly action: {
/** The page shows a QR code. */
readonly type: "qr"
/** The content of the QR code; the page asks `confirmCheckout` every three seconds. */
readonly code: string
/** When the code ends; null where the provider does not say. */
readonly expires_at: Moment | null
} | {
/** The visitor logs in to d ACCOUNT first: see `readDAccountAuth`. */
readonly type: "d_account"
/** Where the visitor logs in. */
readonly authorization_url: string
}
}

/** The provider has not reported yet how the payment ended: the page calls `confirmCheckout` again. */
export type CheckingPayment = {
/** What became of it. */
readonly result: "checking"
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly payment_number: string
/** Names the payment in addresses that the browser comes back to; it opens nothing. */
readonly payment_reference?: string
readonly payment_method_type: PaymentMethod
/** Whether a change of time is paid, and not an order; missing for an order. */
readonly time_change?: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly spot?: boolean
}

export type PaymentResult = CompletedPayment | RedirectStep | FormStep | ThreeDSecureStep | ActionStep | CheckingPayment

/** The answer to a browser that names the payment by its reference and did not begin it, and about a change of time whose visit another change has moved on since. It holds no token. `open` says that the visitor has something left to do there, `checking` that the provider has. */
export type PaymentElsewhere = {
/** What became of it. */
readonly result: "elsewhere"
/** How it is now. */
readonly state: "completed" | "open" | "checking"
readonly payment_method_type: PaymentMethod
/** Whether a change of time is paid, and not an order. */
readonly time_change: boolean
/** Whether an order of the door is paid; missing for any other. */
readonly spot?: boolean
}

export type ReturnResult = CompletedPayment | RedirectStep | FormStep | ThreeDSecureStep | ActionStep | CheckingPayment | PaymentElsewhere

export type MailSent = {
/** Whether a mail was sent. */
readonly mail_sent: true
}

/** Whether the visit may be moved now, and until when; else why not. A site or product without changes gives no date. */
export type ChangePermission = {
/** Whether it may be done now. */
readonly allowed: boolean
/** Until when it may be done; null where it can’t be done at all. */
readonly until: Moment | null
/** Why not; null where there is no reason. */
readonly reason: "not_offered" | "past_deadline" | "used" | "handed_on" | "limit_reached" | "method_discount" | "coupon_expired" | "cancelled" | "being_paid" | null
/** True where the house has cancelled the visit, which does not take place on this day; it is not there otherwise. */
readonly called_off?: true
}

/** Whether tickets may be handed on now, else why not. */
export type SharePermission = {
/** Whether it may be done now. */
readonly allowed: boolean
/** Why not; null where there is no reason. */
readonly reason: "cancelled" | "past" | "being_paid" | "single" | "shared" | null
/** Whether the store mails what is handed on: only visits that were paid for may send mails. */
readonly by_mail: boolean
}

export type Reservation = {
/** The number of the reservation; null for the part that somebody was given. */
readonly reservation_number: string | null
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
/** Whether the visit takes place. */
readonly status: "active" | "cancelled"
/** Where it was sold. */
readonly sales_channel: "web" | "pos" | "kiosk" | "OTA" | "spot"
readonly booking_type: BookingType
/** The visit as it was bought. */
readonly main_product: BoughtProduct
/** Products that are bought with the visit. */
readonly set_products: ReadonlyArray<{
/** The name of the product, in the language of the answer. */
readonly product_name: string
/** What all units of it cost. */
readonly add_cost: Yen
/** Units of it. */
readonly quantity: number
}>
/** What is paid and was not given back; null for the part that somebody was given. */
readonly price: Yen | null
/** How many tickets the reader has. */
readonly tickets_count: number
/** Not null for the part of a visit that somebody was given. */
readonly shared: {
/** The first letter of the giver’s name; empty where the site asks for none. */
readonly giver_name: string
} | null
/** How often the visit was moved: an entry in a calendar is replaced by that of a higher number. */
readonly changes: number
/** What the reader may do with the reservation now. */
readonly permissions: {
/** Whether the visit may be moved. */
readonly change: ChangePermission
/** Whether tickets may be handed on. */
readonly share: SharePermission
/** Whether there is a receipt, or one can be asked for: not where nothing was paid. */
readonly receipt: {
/** Whether it may be done now. */
readonly allowed: boolean
}
}
}

export type Ticket = {
/** The number of the ticket inside its reservation. */
readonly id: RowId
/** The number of the first ticket of the same line of the purchase. */
readonly parent_id: RowId
/** What kind it is. */
readonly type: "gate" | "set"
/** Whether the ticket admits now. */
readonly status: "available" | "success" | "used" | "invalid_time" | "invalid"
/** The kind of ticket: adult, child. Empty for a set product. */
readonly option_name: string
/** The kind of ticket; null for a set product. */
readonly option_value_id: RowId | null
/** The kind of ticket that it is sold with: there are never more of it than of that. Without it, it is sold by itself. */
readonly only_with?: RowId
/** The name of the product, in the language of the answer. */
readonly product_name: string
/** When the visit begins. */
readonly reservation_from: Moment
/** When the visit ends. */
readonly reservation_to: Moment
/** The content of the QR code: random, no personal data. Empty where the reader does not have the ticket. */
readonly code: string
/** The same with a signature that a gate checks without the network: the QR code shows this one where there is one. Empty where `code` is, on a ticket of an older program, and where codes change (`rotates`). */
readonly signed_code: string
/** Whether the QR code changes every half minute: see `readTicketCodes`. */
readonly rotates: boolean
/** Eight letters that can be read out to the staff: they change with the code, and are empty where it is. */
readonly short_code: string
/** When it let somebody in; null before. */
readonly used_at: Moment | null
/** Somebody else has the ticket; for its buyer it is `invalid` then. */
readonly shared: boolean
/** Its money went back; it is `invalid` then. */
readonly refunded?: boolean
}

export type PurchaseItem = {
/** The uuid of the product. */
readonly item_id: string
/** The name of the product. */
readonly item_name: string
/** The kind of ticket or the extra; empty for a set product. */
readonly item_variant: string
/** The price of one, with tax and before discounts. */
readonly price: Yen
/** How many. */
readonly quantity: number
}

export type Purchase = {
/** The number of the reservation. */
readonly transaction_id: string
/** What was charged, with tax and after all discounts: the difference where a visit was moved. */
readonly value: Yen
/** Always `JPY`. */
readonly currency: "JPY"
/** The consumption tax in it. */
readonly tax: Yen
/** Codes of the coupons with commas between them; null where there is none. */
readonly coupon: string | null
readonly payment_type: PaymentMethod
/** What was bought. */
readonly items: ReadonlyArray<PurchaseItem>
}

export type Receipt = {
/** The number of the receipt, such as `2026-000042`: counted by site and year, without gaps. */
readonly receipt_number: string
/** The receipt that this one replaces; null for the first one. */
readonly former_receipt_number: string | null
/** All receipts of the reservation, the oldest first. */
readonly receipt_numbers: ReadonlyArray<string>
/** The number of the reservation, which mails and staff name it by. */
readonly reservation_number: string
/** When it was issued. */
readonly issued_at: Moment
/** To whom the receipt is issued. Personal data. */
readonly addressee: string
/** False in the one answer that issues it. */
readonly reissue: boolean
/** Opens the PDF of this answer without the mark of a reissue, for an hour; null where it is one. */
readonly original_pass: string | null
/** Whether there is a PDF; where there is none, a browser prints it. */
readonly has_pdf: boolean
/** What is paid and was not given back, with tax. */
readonly price: Yen
/** The consumption tax in it. */
readonly tax: Yen
/** Percent: the highest of `taxes`. */
readonly tax_rate: number
/** By rate, each rounded down once. */
readonly taxes: ReadonlyArray<{
/** Percent. */
readonly tax_rate: number
/** What is paid at this rate, with tax. */
readonly price: Yen
/** The consumption tax in it. */
readonly tax: Yen
}>
/** What was bought, before discounts. */
readonly lines: ReadonlyArray<{
/** A name, in the language of the answer. */
readonly name: string
/** The kind of ticket or the extra; empty for a set product. */
readonly option_name: string
/** How many. */
readonly quantity: number
/** The price of one. */
readonly unit_price: Yen
/** The price of all of the line. */
readonly price: Yen
/** Percent. */
readonly tax_rate: number
}>
/** What the total differs by from the lines: discounts, tickets that were given back, a difference that was not. */
readonly adjustments: ReadonlyArray<{
/** What kind it is. */
readonly kind: "membership" | "coupon" | "method" | "refund" | "kept"
/** What it adds; negative for what it takes off. */
readonly price: YenDifference
}>
/** The money that makes the total, the oldest first: what was paid, and what went back, which is negative. */
readonly payments: ReadonlyArray<{
/** When it was paid, or went back. */
readonly paid_at: Moment
/** The way to pay; null for what went back. */
readonly payment_method_type: PaymentMethod | null
/** What was paid; negative for what went back. */
readonly price: YenDifference
/** True where it went back because the visit was moved to a cheaper day; it is not there otherwise. */
readonly returned_for_change?: true
}>
/** The names of the ways it was paid. */
readonly payment_method_name: string
/** When the visit begins. */
readonly visit_from: Moment
/** When the visit ends. */
readonly visit_to: Moment
/** Whoever issues the receipt. */
readonly issuer: {
/** The name of the issuer. */
readonly name: string
/** The address of the issuer. */
readonly address: string
/** The number of the qualified invoice issuer: `T` and 13 digits. */
readonly registration_number: string
}
}

/** A time that the reservation may move to. What its kinds of tickets cost is in the difference of the day. */
export type ChangeSpan = {
/** The time span. */
readonly time_span_id: RowId
/** When the visit may begin. */
readonly from: Moment
/** When the visit ends. */
readonly to: Moment
/** Places that can be bought now: the capacity less the places taken; those of holds that have ended count. */
readonly stock_count: number
/** Places that can be bought now. */
readonly remaining_stock: number
}

/** A day that the reservation may move to. */
export type ChangeDay = {
/** The day. */
readonly date: Day
readonly product_stock_status: ProductStockStatus
/** The times, in order. */
readonly time_spans: ReadonlyArray<ChangeSpan>
/** The new price less what is paid, for the whole party with its extras and set products. */
readonly difference: YenDifference
/** Why nobody moves to this day though there may be places: a coupon does not cover it. Null where they do. */
readonly refusal: "time_change: out of coverage dates" | null
}

export type ChangeChoice = {
/** When the party comes as it is now. */
readonly current: {
/** The day. */
readonly date: Day
/** The time span. */
readonly time_span_id: RowId
/** When the visit begins. */
readonly reservation_from: Moment
/** When the visit ends. */
readonly reservation_to: Moment
/** Products that are bought with the visit. */
readonly set_products: ReadonlyArray<{
/** The product. */
readonly uuid: Uuid
/** The time span. */
readonly time_span_id: RowId
}>
}
/** The product. */
readonly product_uuid: Uuid
/** The name of the product, in the language of the answer. */
readonly product_name: string
readonly booking_type: BookingType
/** What is paid and was not given back. */
readonly paid: Yen
/** Whether a lower price is given back to the way it was paid. */
readonly refund: boolean
/** The change must be made before. */
readonly change_until: Moment
/** Tickets for the visit: a new time must have room for all of them. */
readonly required_tickets: number
/** Set products that go along. */
readonly required_set_products: ReadonlyArray<{
/** The product. */
readonly uuid: Uuid
/** A name, in the language of the answer. */
readonly name: string
/** Units of it. */
readonly num: number
}>
/** Whether set products need stock on the new day. */
readonly needs_set_product_stock: boolean
/** The days, in order. */
readonly days: ReadonlyArray<ChangeDay>
/** Set products that go along, with their times in the range. */
readonly set_products: ReadonlyArray<{
/** The product. */
readonly uuid: Uuid
/** The times, in order. */
readonly time_spans: ReadonlyArray<ChangeSpan>
}>
}

export type ChangeStatus = "pending" | "waiting" | "complete" | "cancelled"

export type VisitTime = {
/** When the visit begins. */
readonly reservation_from: Moment
/** When the visit ends. */
readonly reservation_to: Moment
/** What it costs. */
readonly price: Yen
}

/** A line of the reservation before and after; the amounts are what it costs after everything that is taken off. */
export type ChangeLine = {
/** What kind it is. */
readonly kind: "ticket" | "extra" | "set"
/** A name, in the language of the answer. */
readonly name: string
/** How many. */
readonly quantity: number
/** What the line cost after everything that was taken off. */
readonly old_price: Yen
/** What the line costs at the new time. */
readonly new_price: Yen
/** Of a set product: when it was; else null. */
readonly old_from: Moment | null
/** Of a set product: when it will be; else null. */
readonly new_from: Moment | null
}

export type TimeChange = {
/** `pending`: held. `waiting`: being paid. `complete`: moved. `cancelled`: ended without a move. */
readonly status: ChangeStatus
/** The token that opens the tickets now: after the change it is another one. Keep it secret. */
readonly reservation_token: string
/** The number of the reservation, which mails and staff name it by. */
readonly reservation_number: string
/** The name of the product, in the language of the answer. */
readonly product_name: string
readonly booking_type: BookingType
/** How many. */
readonly quantity: number
/** The visit as it was. */
readonly old: VisitTime
/** The visit as it will be. */
readonly new: VisitTime
/** Lines of the reservation before and after. */
readonly lines: ReadonlyArray<ChangeLine>
/** Coupons of the reservation go along; each takes off what it would take off the new price. */
readonly coupons: ReadonlyArray<{
/** The name of the coupon. */
readonly coupon_name: string
/** What it took off. */
readonly old_discount: Yen
/** What it takes off at the new time. */
readonly new_discount: Yen
}>
/** What a membership takes off; null where there is none. */
readonly membership: {
/** The name of the promotion. */
readonly membership_promotion_name: string
/** What it took off. */
readonly old_discount: Yen
/** What it takes off at the new time. */
readonly new_discount: Yen
} | null
/** Paid before and not given back when the visit moved to a cheaper day; it counts now. */
readonly credit: Yen
/** What is paid and was not given back. */
readonly old_price: Yen
/** What it costs at the new time. */
readonly new_price: Yen
/** The new price less what is paid. */
readonly difference: YenDifference
/** Whether the visitor pays something before the visit is moved. */
readonly payment_required: boolean
/** What goes back to the way it was paid; 0 also where the site gives nothing back. */
readonly refund: Yen
/** What became of the refund of this change; null before it is complete, and where nothing goes back. */
readonly refund_state: "pending" | "done" | "failed" | null
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. */
readonly expires_at: Moment
/** How often `extendOrder` may still hold the new places longer. */
readonly extensions_left: number
}

/** Tickets in other hands, as their giver sees them. */
export type Share = {
/** Names the share to whoever gave it. Keep it secret. */
readonly share_token: string
/** The page on which the tickets are accepted. */
readonly share_url: string
/** `offered`: not accepted yet. `accepted`: somebody has them. `used`: one let somebody in, so that they are no longer taken back. `refunded`: the money went back. */
readonly status: "offered" | "accepted" | "used" | "refunded"
/** When they were handed on. */
readonly shared_at: Moment
/** When they were accepted; null before. */
readonly accepted_at: Moment | null
/** Tickets. */
readonly tickets: ReadonlyArray<Ticket>
}

export type SharedPart = {
/** Whether they are accepted; `accepted` for a reader who has only the link, too. */
readonly status: "offered" | "accepted"
/** The name of the product, in the language of the answer. */
readonly product_name: string
readonly booking_type: BookingType
/** When the visit begins. */
readonly reservation_from: Moment
/** When the visit ends. */
readonly reservation_to: Moment
/** The first letter of the giver’s name; empty where the site asks for none. */
readonly giver_name: string
/** The tickets, with codes for the reader who has accepted them; none for anybody else once they are accepted. */
readonly tickets: ReadonlyArray<Ticket>
/** The right to the shared part; null for whoever has only the link. Keep it secret. */
readonly reservation_token: string | null
}

export type CheckInStatus = "success" | "used" | "invalid_time" | "invalid"

export type GateDevice = {
/** The name of the device. */
readonly device_name: string
/** The name of the gate. */
readonly gate_name: string
/** The name of the site. */
readonly site_name: string
/** The language of the staff’s screens unless they choose another: the default of the site. */
readonly lang: Language
}

/** Why a scan lets nobody in. */
export type RefusalReason = "already_in" | "too_early" | "too_late" | "older_code" | "revoked" | "unknown" | "forged" | "expired_code" | "not_inside"

export type GateTicket = {
/** The number of the ticket inside its reservation. */
readonly id: RowId
/** What kind it is. */
readonly type: "gate" | "set"
/** Whether the ticket admits now. */
readonly status: CheckInStatus
/** Why it is not let in; null on a success. */
readonly reason: RefusalReason | null
/** The kind of ticket: adult, child. Empty for a set product. */
readonly option_name: string
/** Whether the kind is shown together with a proof of it: an age, a card. */
readonly needs_proof: boolean
/** The name of the product, in the language of the answer. */
readonly product_name: string
/** When the visit begins. */
readonly reservation_from: Moment
/** When the visit ends. */
readonly reservation_to: Moment
readonly booking_type: BookingType
/** The newest entry before; null where there is none. */
readonly last_in_at: Moment | null
/** The newest exit before; null where there is none. */
readonly last_out_at: Moment | null
}

export type ScanAnswer = {
/** A UUID that the caller makes up: the same one gets the same answer again. */
readonly scan_id: Uuid
/** `success` where at least one of the tickets was let in, or out. */
readonly status: CheckInStatus
/** Why nobody was let in; null on a success. */
readonly reason: RefusalReason | null
/** When it happened. */
readonly at: Moment
/** The tickets of the code; none where it leads to no ticket of this site. */
readonly tickets: ReadonlyArray<GateTicket>
}

/** A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`; it exists. */
export type ReportedMoment = string

export type ReportedScan = {
/** A UUID that the caller makes up: the same one gets the same answer again. */
readonly scan_id: Uuid
/** Into the house, or out of it. */
readonly direction: "in" | "out"
/** When the device saw it. */
readonly at: ReportedMoment
/** As it was read. */
readonly code: string
/** What the device decided. */
readonly status: CheckInStatus
/** Why it was not let in; null on a success. */
readonly reason: RefusalReason | null
/** Why the staff undid it there; null where they did not. */
readonly undone_reason: string | null
}

export type DoorListRow = {
/** The number of the reservation, which mails and staff name it by. */
readonly reservation_number: string
/** As the buyer wrote it; empty where the site asks for none. */
readonly buyer_name: string
/** Tickets. */
readonly tickets: ReadonlyArray<GateTicket>
}

export type RefusalCount = {
readonly reason: RefusalReason
/** How many scans. */
readonly count: number
}

export type SlotArrivals = {
/** The time span. */
readonly time_span_id: RowId
/** The name of the product, in the language of the answer. */
readonly product_name: string
/** A product of its own, or one that is bought with another. */
readonly product_type: "main" | "set"
readonly booking_type: BookingType
/** When it begins, included. */
readonly from: Moment
/** When it ends. */
readonly to: Moment
/** Tickets that admit, or did. */
readonly expected: number
/** Of these, who entered at least once. */
readonly arrived: number
/** Who is inside now: entered, and not out again. */
readonly inside: number
/** Who did not come, once the time is over; null before. */
readonly no_shows: number | null
/** Where these tickets were sold: of each channel, expected and arrived. */
readonly channels?: ReadonlyArray<{
/** Where the tickets were sold. */
readonly channel: "web" | "pos" | "kiosk" | "OTA" | "spot"
/** Tickets that admit, or did. */
readonly expected: number
/** Of these, who entered at least once. */
readonly arrived: number
}>
/** Scans that let nobody in, by reason. */
readonly refusals: ReadonlyArray<RefusalCount>
}

export type ShownSpan = {
/** The time span. */
readonly time_span_id: RowId
/** When the visit may begin. */
readonly from: Moment
/** When the visit ends. */
readonly to: Moment
/** How it is now. */
readonly state: "normal" | "few" | "sold_out"
/** Places that can be bought at the door now: of the channel `spot` where the product is sold there, else of `web`. */
readonly remaining_stock: number
/** The price of a ticket of the kind `priced_kind` at this time. */
readonly price: Yen
/** When its sale ends: a display takes it off then, with or without a connection. */
readonly sold_until: Moment
}

export type ShownProduct = {
/** The product. */
readonly uuid: Uuid
/** A name, in the language of the answer. */
readonly name: string
/** The path of a picture at this site; null where there is none. */
readonly image_path: string | null
readonly sale_type: BookingType
/** The first kind of its tickets, the adult’s, in one word and in the language of the answer; null where it has no kinds. */
readonly priced_kind: string | null
/** The best of its times; `closed` where it has none today. */
readonly state: "normal" | "few" | "sold_out" | "closed"
/** The times of today that are still on sale, in order. */
readonly time_spans: ReadonlyArray<ShownSpan>
}

export type SpotOrder = {
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly order_token: string
/** How the order is. */
readonly status: "open" | "paying" | "completed" | "ended"
/** The name of the product, in the language of the answer. */
readonly product_name: string
/** When the visit begins. */
readonly reservation_from: Moment
/** How many. */
readonly quantity: number
/** The right to the reservation of a completed order. Keep it secret. */
readonly reservation_token?: string
}

export type Health = {
/** How it is now. */
readonly status: "ok"
}

export type Readiness = {
/** How it is now. */
readonly status: "ok"
/** `full`: within the last minute a request was refused because the disk of the database was full. What is read goes on, tickets too. */
readonly disk: "ok" | "full"
}

/** One broken field: its path in the request, and the rule that it breaks. */
export type FieldError = {
/** The path of the field. */
readonly field: string
/** The name of the rule that it breaks. */
readonly rule: string
}

/** The body of every refusal. An unexpected failure (500) has no `error`. */
export type Failure = {
/** The code of the refusal. An unexpected failure (500) has none. */
readonly error?: string
/** A word for whoever writes the client; not for visitors. */
readonly message?: string
/** With `invalid_request` and some others: the fields that are wrong. */
readonly fields?: ReadonlyArray<FieldError>
/** Of a payment: the same order can be paid again, also in another way. */
readonly can_retry?: boolean
/** Of a payment: the order that it was for. */
readonly order_token?: string
/** Of a payment: the change of time that it was for. */
readonly timechange_token?: string
/** Of a payment of a change of time: the reservation that it moves. */
readonly reservation_token?: string
/** Whole seconds until the same request may be answered otherwise; the header `Retry-After` says the same. */
readonly retry_after?: number
/** The number of the request, to be told to the operator. */
readonly request_id?: string
}

/** Refusals that any call may get. */
export type CommonCode = "invalid_request" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "busy"

/** What each call takes, and what it answers. */
export interface Calls {
/** The languages of the site in display order; exactly one is the default. */
readonly getLangs: {
readonly args: {  }
readonly answer: ReadonlyArray<SiteLanguage>
readonly code: CommonCode
}
/** The fields that the buyer form shows, and those that it requires. */
readonly getFieldTemplates: {
readonly args: {  }
readonly answer: ReadonlyArray<FieldTemplate>
readonly code: CommonCode
}
/** Settings that the operators change at run time; values are texts. */
readonly getConfigurations: {
readonly args: {  }
readonly answer: ReadonlyArray<Setting>
readonly code: CommonCode
}
/** Every word of the site in one language. */
readonly getTexts: {
readonly args: { readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: ReadonlyArray<SiteText>
readonly code: CommonCode
}
/** The ways to pay of a channel in display order. `free` is never listed: it serves what costs nothing. */
readonly getPaymentMethods: {
readonly args: { readonly query: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string; /** The channel of the sale: `web`, or `spot` at the door. */
readonly channel: string } }
readonly answer: ReadonlyArray<PaymentMethodRow>
readonly code: "invalid channel" | CommonCode
}
/** The colours of calendar days, both ends included; at most 100 days. */
readonly getCalendarColors: {
readonly args: { readonly query: { /** The first day of the range. */
readonly from: Day; /** The last day of the range; at most 99 days after the first. */
readonly to: Day } }
readonly answer: ReadonlyArray<CalendarColor>
readonly code: CommonCode
}
/** What the house tells its guests before they come. Words that it lacks in a language are in English. */
readonly getVisiting: {
readonly args: { readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: Visiting
readonly code: CommonCode
}
/** What the house says above every screen now, warnings first. */
readonly getNotices: {
readonly args: { readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: ReadonlyArray<ShownNotice>
readonly code: CommonCode
}
/** The magazines of an address, by the token in its mails. */
readonly readMailMagazines: {
readonly args: { readonly params: { /** The token of the mail address, from a link in its mails. */
readonly token: string } }
readonly answer: ReadonlyArray<{
readonly field_name: MailMagazine
/** Whether the address gets the magazine. */
readonly is_subscribed: boolean
}>
readonly code: "record not found" | CommonCode
}
/** Ends one subscription. */
readonly releaseMailMagazine: {
readonly args: { readonly params: { /** The token of the mail address, from a link in its mails. */
readonly token: string }; readonly body: {
readonly field_name: MailMagazine
} }
readonly answer: {
readonly field_name: MailMagazine
/** Whether the address gets the magazine. */
readonly is_subscribed: false
}
readonly code: "mail magazine already unsubscribed" | "record not found" | CommonCode
}
/** The products that visitors choose from, in display order. */
readonly getProducts: {
readonly args: { readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: ReadonlyArray<Product>
readonly code: CommonCode
}
/** Products with the stock of each day of a range, both ends included; at most 100 days. */
readonly searchProducts: {
readonly args: { readonly query: { /** The first day of the range. */
readonly from: Day; /** The last day of the range; at most 99 days after the first. */
readonly to: Day; /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string; /** Only this product; without it, all. */
readonly product_uuid?: Uuid; /** Only main products, or only set products; without it, both. */
readonly product_type?: "main" | "set" } }
readonly answer: ReadonlyArray<{
/** The number of the product. */
readonly id: RowId
/** The product. */
readonly uuid: Uuid
/** A name, in the language of the answer. */
readonly name: string
/** What it is, in plain text in the language of the answer. */
readonly description: string
/** The path of a picture at this site; null where there is none. */
readonly image_path: string | null
/** The price of a ticket before what its kind adds. */
readonly base_price: Yen
readonly sale_type: BookingType
readonly entry_policy: EntryPolicy
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly reentry_minutes: number | null
/** A product of its own, or one that is bought with another. */
readonly product_type: "main" | "set"
/** The sponsor whose name the product bears; null where there is none. */
readonly naming_right: string | null
/** What a visitor has to acknowledge before they choose it; null where there is nothing. */
readonly caution: string | null
/** Whether a visit that was bought on the web may be moved, within the terms of the site. */
readonly can_be_moved: boolean
/** What there is to choose: kinds of tickets, and extras. */
readonly options: ReadonlyArray<ProductOption>
/** The days, in order. */
readonly days: ReadonlyArray<DayStock>
}>
readonly code: "record not found" | CommonCode
}
/** The main products that are offered on a day, sold out or not, with their stock. */
readonly searchProductsOfDay: {
readonly args: { readonly query: { /** The day. */
readonly date: Day; /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: ReadonlyArray<ProductOfDay>
readonly code: CommonCode
}
/** One row for each day that has stock, for a calendar; at most 100 days. Without a product it is the calendar of the whole site: the best state and the lowest price of its main products. */
readonly getStocksStatuses: {
readonly args: { readonly query: { /** The first day of the range. */
readonly from: Day; /** The last day of the range; at most 99 days after the first. */
readonly to: Day; /** Only this product; without it, all. */
readonly product_uuid?: Uuid } }
readonly answer: ReadonlyArray<StockStatus>
readonly code: "record not found" | CommonCode
}
/** The time spans of one product on one day. */
readonly getStocks: {
readonly args: { readonly query: { /** The day. */
readonly date: Day; /** The product, by its number or its uuid. */
readonly product_id: string; /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: {
/** The times, in order. */
readonly time_spans: ReadonlyArray<TimeSpan>
/** The price of a ticket before what its kind adds. */
readonly base_price: Yen
readonly product_stock_status: ProductStockStatus
}
readonly code: "record not found" | CommonCode
}
/** The set products that may be bought with visits at the given time spans, with their stock by day. */
readonly searchSetProducts: {
readonly args: { readonly query: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string; /** Numbers of the time spans of the visit, with commas between them; at most 500. */
readonly main_product_time_span_ids: string; /** The first day of the range. */
readonly from: Day; /** The last day of the range; at most 99 days after the first. */
readonly to: Day } }
readonly answer: ReadonlyArray<SetProduct>
readonly code: CommonCode
}
/** Holds tickets and set products for a visit, and fixes their prices. Send an `Idempotency-Key`: without one, a call that is repeated after a lost answer holds twice. A pair of membership words that names no promotion has no effect. */
readonly createOrder: {
readonly args: { readonly body: OrderRequest }
readonly answer: {
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly order_token: string
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. */
readonly expires_at: Moment
/** What the order costs now. */
readonly price: Yen
/** `held`: the places are the visitor’s until the hold ends. `at_proof`: too many are held by orders that are not paid, so these are taken when the address is proved, if there are enough then. `at_payment`: the same, and they are taken when the payment begins. */
readonly places?: "held" | "at_proof" | "at_payment"
}
readonly code: "out of stock" | "no stock registered for this product" | "ticket not on sale now" | "option_value_id not found" | "specified option value of the ticket is less than 1" | "companion without its holder" | "record not found" | "request in progress" | "idempotency key reused" | CommonCode
}
/** Reads an order: an ended one is refused with `session_timeout`, a completed one is not found. Names are in the asked language, and without one in that of the order. */
readonly readOrder: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string }; readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: TemporaryOrder
readonly code: "session_timeout" | "record not found" | CommonCode
}
/** Gives the held places back. An order that is being paid is not given up. */
readonly deleteOrder: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string } }
readonly answer: undefined
readonly code: "session_timeout" | "invalid order status" | "record not found" | CommonCode
}
/** Holds the places of an order, or of a change of time, longer: ten times at most, and twice once less than a fifth of its day is left. What is being paid needs no extension. */
readonly extendOrder: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string } }
readonly answer: {
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. */
readonly expires_at: Moment
/** How often the hold may still be made longer. */
readonly extensions_left: number
}
readonly code: "session_timeout" | "time change expired" | "order is being paid" | "invalid order status" | "record not found" | CommonCode
}
/** Stores the answers of the buyer form, and mails a link and six digits that prove the address. `mail_sent` is false where there is nothing to prove: the address was proved before, or the site trusts its members and knows it as the address of the member who is logged in. An address that differs from the proved one is refused with `invalid order status`. `too many mails` changes nothing: the order and a link that was mailed before stay as they are. */
readonly sendOrderMail: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string }; readonly body: {
/** Answers of the buyer form. Personal data. */
readonly contents: ReadonlyArray<{
/** The field of the buyer form. */
readonly key: string
/** What the buyer answered. */
readonly value: string
}>
/** From now on the language of the order and its mails. */
readonly lang?: Language
} }
readonly answer: {
/** False where there is nothing to prove: the order can be paid at once, by `order_token`. */
readonly mail_sent: boolean
/** `held`: the places are the visitor’s until the hold ends. `at_proof`: too many are held by orders that are not paid, so these are taken when the address is proved, if there are enough then. `at_payment`: the same, and they are taken when the payment begins. */
readonly places?: "held" | "at_proof" | "at_payment"
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly order_token?: string
}
readonly code: "session_timeout" | "invalid email address" | "order is being paid" | "invalid order status" | "out of stock" | "record not found" | "too many mails" | CommonCode
}
/** Follows the mailed link: the order may then be paid. Repeating it changes nothing. */
readonly confirmOrderMail: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string } }
readonly answer: {
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly order_token: string
}
readonly code: "session_timeout" | "out of stock" | "record not found" | CommonCode
}
/** Proves the address by the six digits of the mail, under the order’s own token; nothing where it is proved already, whatever is typed. What is not six digits is an `invalid_request` and does not count as a try. After five wrong ones of one mail the answer is `mail code used up`, and the link or a new mail is needed. */
readonly confirmMailCode: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string }; readonly body: {
/** Six digits; full-width ones, blanks and hyphens are read too. */
readonly code: string
} }
readonly answer: {
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly order_token: string
}
readonly code: "session_timeout" | "out of stock" | "invalid order status" | "wrong mail code" | "mail code used up" | "record not found" | CommonCode
}
/** Adds a coupon to an order that is not being paid, and prices it anew. */
readonly addOrderCoupon: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string }; readonly body: {
/** The code of a coupon, as it was typed. */
readonly coupon: string
} }
readonly answer: {
/** The name of the coupon. */
readonly coupon_name: string
/** What the coupon takes off this order. */
readonly coupon_discount: Yen
}
readonly code: "session_timeout" | "order is being paid" | "invalid order status" | "coupon_code does not exist" | "coupon not available" | "invalid channel" | "out of coverage dates of the coupon" | "expired coupon" | "out of coverage dates" | "coupon cannot be applied to specified order" | "coupon limit reached" | "duplicated invitation code" | "multiple flat-rate coupons" | "multiple fixed-rate coupons" | "flat-rate and fixed-rate coupons" | "invitation and flat-rate coupons" | "invitation and fixed-rate coupons" | "campaign coupon and other coupons" | "invitation coupon codes exceeding tickets bought" | "no further discounts available" | "discount amount could not be calculated correctly" | "record not found" | CommonCode
}
/** Takes a coupon off; the discounts of the others are computed again. */
readonly deleteOrderCoupon: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string; /** The code of the coupon, percent-encoded. */
readonly coupon: string } }
readonly answer: undefined
readonly code: "session_timeout" | "order is being paid" | "invalid order status" | "coupon_code does not exist" | "record not found" | CommonCode
}
/** What an order costs by a way to pay. Changes nothing. */
readonly simulateMethodDiscount: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string }; readonly body: {
readonly payment_method_type: PaymentMethod
} }
readonly answer: {
/** What is payable in this way. */
readonly price: Yen
/** What the way to pay takes off: yen, or percent points where `discount_type` is `percent`. */
readonly discount_amount: Yen
}
readonly code: "session_timeout" | "order is being paid" | "invalid order status" | "invalid payment status" | "record not found" | CommonCode
}
/** The promotion that a pair of membership words names. */
readonly getMembershipPromotion: {
readonly args: { readonly query: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string; /** The first word of the pair that names a promotion. */
readonly membership_key: string; /** The second word of the pair that names a promotion. */
readonly membership_value: string } }
readonly answer: MembershipPromotion
readonly code: "record not found" | CommonCode
}
/** Logs a member in to an order by address and password; the promotion of the member is applied. After ten failures of an address in 15 minutes, or a hundred of a client, every further try is refused with `too_many_requests`. */
readonly loginMember: {
readonly args: { readonly params: { /** The token of the order. */
readonly id: string }; readonly body: {
/** The address, or the number, by which the member logs in. */
readonly email: string
/** The password of the member. It is passed on and not kept. */
readonly password: string
} }
readonly answer: LoginResult
readonly code: "membership login failed" | "session_timeout" | "order is being paid" | CommonCode
}
/** Logs a member in to an order by the token that their organisation issued. */
readonly loginMemberByToken: {
readonly args: { readonly params: { /** The token of the order. */
readonly id: string }; readonly body: {
/** The token that the organisation of the member issued. */
readonly token: string
} }
readonly answer: LoginResult
readonly code: "membership login failed" | "session_timeout" | "order is being paid" | CommonCode
}
/** What is known of the member who is logged in to an order, to fill the buyer form, until that form was sent. */
readonly readMember: {
readonly args: { readonly params: { /** The token of the order. */
readonly id: string } }
readonly answer: MemberInfo
readonly code: "membership retrieval failure" | "session_timeout" | CommonCode
}
/** Pays a confirmed order. The answer is the end of the payment, or the next step of the visitor. A repeated call gets the answer of the open payment, and with the same `Idempotency-Key` the very answer of the first one. May take four minutes. */
readonly checkout: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string }; readonly body: PaymentData }
readonly answer: PaymentResult
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "order status must be ready_checkout" | "out of stock" | "ticket not on sale now" | "price changed" | "coupon_code does not exist" | "coupon not available" | "invalid channel" | "out of coverage dates of the coupon" | "expired coupon" | "out of coverage dates" | "coupon cannot be applied to specified order" | "coupon limit reached" | "duplicated invitation code" | "multiple flat-rate coupons" | "multiple fixed-rate coupons" | "flat-rate and fixed-rate coupons" | "invitation and flat-rate coupons" | "invitation and fixed-rate coupons" | "campaign coupon and other coupons" | "invitation coupon codes exceeding tickets bought" | "no further discounts available" | "discount amount could not be calculated correctly" | "membership login failed" | "record not found" | "request in progress" | "idempotency key reused" | CommonCode
}
/** Pays an order whose buyer is named by the sheet of a wallet: where the site requires no more than `contents` has, and the order has its places, no address is proved first. A payment that fails ends the order, so that nobody holds places unproved. An order whose address is proved keeps its own answers. Otherwise as `checkout`. */
readonly checkoutBySheet: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string }; readonly body: {
/** The way to pay. */
readonly payment_method_type: "gmo_apple_pay"
/** Base64 of `paymentData` of Apple’s token: encrypted for the provider. */
readonly token: string
/** What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`. */
readonly expected_amount?: Yen
/** The answer of the site’s device-fingerprint service, where it has one. */
readonly device_fingerprint?: string
/** Answers of the buyer form. Personal data. */
readonly contents: ReadonlyArray<{
/** The field of the buyer form. */
readonly key: string
/** What the buyer answered. */
readonly value: string
}>
/** From now on the language of the order and its mails. */
readonly lang?: Language
} }
readonly answer: PaymentResult
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "order status must be ready_checkout" | "out of stock" | "ticket not on sale now" | "price changed" | "coupon_code does not exist" | "coupon not available" | "invalid channel" | "out of coverage dates of the coupon" | "expired coupon" | "out of coverage dates" | "coupon cannot be applied to specified order" | "coupon limit reached" | "duplicated invitation code" | "multiple flat-rate coupons" | "multiple fixed-rate coupons" | "flat-rate and fixed-rate coupons" | "invitation and flat-rate coupons" | "invitation and fixed-rate coupons" | "campaign coupon and other coupons" | "invitation coupon codes exceeding tickets bought" | "no further discounts available" | "discount amount could not be calculated correctly" | "membership login failed" | "invalid email address" | "record not found" | "request in progress" | "idempotency key reused" | CommonCode
}
/** Finishes a payment after the visitor came back from the provider, or asks how it ended. `payment_number` is the number, or the reference that the return address has, which is answered with `elsewhere`. `status: cancel` among the details says that the visitor gave up, and ends the payment if it can still be ended. May take four minutes. */
readonly confirmCheckout: {
readonly args: { readonly body: {
/** Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets. */
readonly payment_number: string
readonly payment_method_type: PaymentMethod
/** What the provider gave the browser for its way back, by name; at most 20. They prove nothing. */
readonly details?: Readonly<Record<string, string>>
} }
readonly answer: ReturnResult
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "record not found" | CommonCode
}
/** Finishes a payment of GMO after 3-D Secure. `md` is the value from the answer of `checkout`, or the reference that the return address has, which is answered with `elsewhere`. May take four minutes. */
readonly executeGmoPayment: {
readonly args: { readonly body: {
/** Names the payment to `executeGmoPayment`. Keep it secret. */
readonly md: string
} }
readonly answer: ReturnResult
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "record not found" | CommonCode
}
/** What a browser takes along to d ACCOUNT. `state` and `nonce` are new in every answer, and serve once within ten minutes. */
readonly readDAccountAuth: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string } }
readonly answer: {
/** As OpenID Connect has it. */
readonly response_type: "code"
/** As OpenID Connect has it. */
readonly scope: string
/** As OpenID Connect has it. */
readonly client_id: string
/** As OpenID Connect has it. */
readonly redirect_uri: string
/** As OpenID Connect has it; serves once within ten minutes. */
readonly state: string
/** As OpenID Connect has it; serves once within ten minutes. */
readonly nonce: string
/** As OpenID Connect has it. */
readonly prompt: string
/** A value of d ACCOUNT. */
readonly authif: string
}
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "record not found" | CommonCode
}
/** The form that opens d Barai once the login is verified. Its fields are new for each payment. */
readonly readDPayToken: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string } }
readonly answer: {
/** A field of the form, in the provider’s words. */
readonly s_terkn: string
/** A field of the form, in the provider’s words. */
readonly s_spcd: string
/** A field of the form, in the provider’s words. */
readonly s_cptok: string
/** Where the browser sends the form. */
readonly request_url: string
}
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "record not found" | CommonCode
}
/** Asks Apple for a merchant session, which is opaque and serves once. */
readonly validateApplePaySession: {
readonly args: { readonly body: {
/** The address that Apple gave the browser; hosts of Apple alone are asked. */
readonly validation_url: string
} }
readonly answer: Readonly<Record<string, unknown>>
readonly code: "payment_api_failure" | CommonCode
}
/** The newest token of a reservation, by the address of its mails and its number. Case, width and spaces do not matter; everything that does not match gets one answer. Tries are bounded: see `Retry-After`. */
readonly findReservation: {
readonly args: { readonly query: { /** The address that the mails of the reservation go to; case and width do not matter. */
readonly email: string; /** The number of the reservation; spaces and hyphens do not matter. */
readonly reservation_number: string } }
readonly answer: {
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
}
readonly code: "record not found" | CommonCode
}
/** Mails the tickets to the address on file once more, three times an hour at most. */
readonly mailReservation: {
readonly args: { readonly params: { /** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string }; readonly body: {
/** The language of the mail. */
readonly lang: Language
} }
readonly answer: MailSent
readonly code: "record not found" | "reservation url changed" | "too many mails" | CommonCode
}
/** Replaces an address that a mail server refused, and mails the tickets there at once: `invalid_request` while none is refused, and `invalid email address in time change` where the new one is refused as well. Counted with `mailReservation`. */
readonly correctAddress: {
readonly args: { readonly params: { /** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string }; readonly body: {
/** The new address. */
readonly email: string
/** The change of time for whose sake the address is corrected. */
readonly timechange_token?: string
} }
readonly answer: MailSent
readonly code: "invalid email address in time change" | "record not found" | "reservation url changed" | "too many mails" | CommonCode
}
/** A bought visit, or the part of it that somebody was given. */
readonly readReservation: {
readonly args: { readonly params: { /** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string }; readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: Reservation
readonly code: "record not found" | "reservation url changed" | CommonCode
}
/** The tickets of a reservation: one for each person. */
readonly readTickets: {
readonly args: { readonly params: { /** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string }; readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: ReadonlyArray<Ticket>
readonly code: "record not found" | "reservation url changed" | CommonCode
}
/** A completed purchase as tag managers count it. Names are Japanese, as in the reports of a venue; there are no personal data. */
readonly readPurchase: {
readonly args: { readonly params: { /** The token of the order, the reservation or the change of time. */
readonly token: string } }
readonly answer: Purchase
readonly code: "record not found" | CommonCode
}
/** A receipt that was issued; `record not found` before. */
readonly readReceipt: {
readonly args: { readonly params: { /** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string }; readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string; /** The number of a receipt; without it, the newest one. */
readonly receipt_number?: string } }
readonly answer: Receipt
readonly code: "record not found" | "reservation url changed" | CommonCode
}
/** Issues the receipt of a reservation to an addressee, once. Asked again for the same addressee it answers with that receipt; for another one it is `invalid_request`. Nothing is issued where nothing was paid. */
readonly issueReceipt: {
readonly args: { readonly params: { /** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string }; readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string }; readonly body: {
/** To whom the receipt is issued. Personal data. */
readonly addressee: string
} }
readonly answer: Receipt
readonly code: "record not found" | "reservation url changed" | CommonCode
}
/** Days and times that a reservation may move to, and what each costs more or less; at most 100 days. */
readonly searchChangeDays: {
readonly args: { readonly query: { /** The right to a reservation. Keep it secret. */
readonly reservation_token: string; /** The first day of the range. */
readonly from: Day; /** The last day of the range; at most 99 days after the first. */
readonly to: Day; /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: ChangeChoice
readonly code: "cannot change ticket" | "cannot change ticket because payment method discount" | "waiting time change exists" | "time_change: expired coupon" | "record not found" | "reservation url changed" | CommonCode
}
/** Holds the new places while the reservation keeps the old ones. Set products go along: each to the time that is named for it, else to the one nearest to its old time, moved as the visit is. A set product that the reservation has not, or not as often, is refused. A change of the reservation that was not paid yet is replaced. */
readonly createTimeChange: {
readonly args: { readonly body: {
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
/** The new time of the visit. */
readonly time_span_id: RowId
/** New times of set products; one that is not named moves as the visit does. */
readonly set_products?: ReadonlyArray<{
/** The product. */
readonly uuid: Uuid
/** The new time of the visit. */
readonly time_span_id: RowId
/** Units of it. */
readonly quantity?: RowId
}>
/** The language of the change and its mails. */
readonly lang: Language
} }
readonly answer: {
/** The right to the change of time. Keep it secret. */
readonly timechange_token: string
/** Always `pending`. */
readonly status: "pending"
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. */
readonly expires_at: Moment
/** What is paid and was not given back. */
readonly old_price: Yen
/** What it costs at the new time. */
readonly new_price: Yen
/** The new price less what is paid. */
readonly difference: YenDifference
/** Whether the visitor pays something before the visit is moved. */
readonly payment_required: boolean
/** What goes back to the way it was paid; 0 also where the site gives nothing back. */
readonly refund: Yen
}
readonly code: "cannot change ticket" | "cannot change ticket because payment method discount" | "waiting time change exists" | "time_change: expired coupon" | "companion without its holder" | "time_change_out_of_stock" | "time_change: out of coverage dates" | "record not found" | "request in progress" | "reservation url changed" | "idempotency key reused" | CommonCode
}
/** Reads a change of time: what it costs, and how far it is. With a reservation token it must be a change of that reservation. Refused like a former token once another change has moved the reservation on. */
readonly readTimeChange: {
readonly args: { readonly params: { /** The right to a change of time. Keep it secret. */
readonly timechange_token: string }; readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string; /** The right to a reservation. Keep it secret. */
readonly reservation_token?: string } }
readonly answer: TimeChange
readonly code: "time change expired" | "record not found" | "reservation url changed" | CommonCode
}
/** Gives the new places back. A change that is being paid is not given up. */
readonly deleteTimeChange: {
readonly args: { readonly params: { /** The right to a change of time. Keep it secret. */
readonly timechange_token: string } }
readonly answer: undefined
readonly code: "time change status is not pending" | "time change expired" | "record not found" | CommonCode
}
/** Agrees to a change and pays what it costs more; by `free` where it costs nothing more. What goes back is asked of the provider before the answer: where it refuses, the visit is moved all the same, and the answer is `critical refund error`. A change that is being paid gets the answer of that payment. May take four minutes. */
readonly checkoutTimeChange: {
readonly args: { readonly params: { /** The right to a change of time. Keep it secret. */
readonly timechange_token: string }; readonly body: PaymentData }
readonly answer: PaymentResult
readonly code: "time change status is not pending" | "time change expired" | "cannot change ticket" | "payment_api_failure" | "invalid payment status" | "price changed" | "invalid email address in time change" | "critical refund error" | "record not found" | "request in progress" | "idempotency key reused" | CommonCode
}
/** Hands tickets on, by their numbers or so many of each kind. They leave the page of the giver at once, whose copies of their codes are refused from then on. At least one ticket of each parent stays. */
readonly createShare: {
readonly args: { readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string }; readonly body: {
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
/** So many of each kind of ticket; instead of `ticket_ids`. */
readonly option_values?: ReadonlyArray<{
/** The kind of ticket, or the extra. */
readonly option_value_id: RowId
/** Units of this kind; below 1 it is refused. */
readonly quantity: number
}>
/** Numbers of tickets inside the reservation; instead of `option_values`. */
readonly ticket_ids?: ReadonlyArray<RowId>
} }
readonly answer: Share
readonly code: "specified parent ticket does not have more than one child ticket" | "specified option value of the ticket is less than 1" | "companion without its holder" | "waiting time change exists" | "record not found" | "ticket not found" | "reservation url changed" | CommonCode
}
/** The tickets of a reservation that are in other hands, the newest share first. */
readonly listShares: {
readonly args: { readonly query: { /** The right to a reservation. Keep it secret. */
readonly reservation_token: string; /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: ReadonlyArray<Share>
readonly code: "record not found" | "reservation url changed" | CommonCode
}
/** What somebody was given, by the token of the link or that of the shared part. */
readonly readShare: {
readonly args: { readonly params: { /** The token of a link by which tickets were handed on, or that of the giver. */
readonly share_token: string }; readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: SharedPart
readonly code: "record not found" | CommonCode
}
/** Takes back what nobody has used yet: whatever the receiver has of it is refused from then on. */
readonly takeBackShare: {
readonly args: { readonly params: { /** The token of a link by which tickets were handed on, or that of the giver. */
readonly share_token: string }; readonly query: { /** The right to a reservation. Keep it secret. */
readonly reservation_token: string } }
readonly answer: undefined
readonly code: "shared ticket was used" | "record not found" | "reservation url changed" | CommonCode
}
/** Mails the link of what was handed on and not accepted yet, in the giver’s words. Only where something is paid, and bounded for the reservation and for the mailbox. */
readonly mailShare: {
readonly args: { readonly params: { /** The token of a link by which tickets were handed on, or that of the giver. */
readonly share_token: string }; readonly body: {
/** A mail address. */
readonly email: string
/** The name of the giver. */
readonly name: string
/** The words of the giver, without links. */
readonly message?: string
/** The language of the mail. */
readonly lang: Language
} }
readonly answer: {
/** Whether a mail was sent. */
readonly mail_sent: true
}
readonly code: "share accepted already" | "invalid email address" | "record not found" | "too many mails" | CommonCode
}
/** Accepts what was handed on: from then on the link alone shows no ticket. The first key that is sent has it, and gets the same answer again. */
readonly acceptShare: {
readonly args: { readonly params: { /** The token of a link by which tickets were handed on, or that of the giver. */
readonly share_token: string }; readonly body: {
/** 128 random bits or more, made up and kept by whoever accepts. */
readonly acceptance_key: string
} }
readonly answer: {
/** The right to the reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string
}
readonly code: "share accepted already" | "record not found" | CommonCode
}
/** One ticket as its holder’s telephone shows it at a gate. Its status is that of this moment: `available` within its time alone. */
readonly readTicket: {
readonly args: { readonly params: { /** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string; /** The number of the ticket inside its reservation. */
readonly id: string }; readonly query: { /** What kind of ticket the number is of. */
readonly type: "gate" | "set"; /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: {
/** The ticket. */
readonly ticket: Ticket
/** How this visitor checks in: by the QR code of a gate, or by the code of the day. */
readonly scan_mode: "read_qr" | "tap_ticket"
/** From when it admits. */
readonly admits_from: Moment
/** Until when it admits, included. */
readonly admits_until: Moment
/** Tickets of the same reservation, time and kind that can go along now, this one first. */
readonly party: ReadonlyArray<Ticket>
}
readonly code: "record not found" | "ticket not found" | "reservation url changed" | CommonCode
}
/** Codes that change every half minute, for the next minutes, where the site asks for that; else none. Each holds from `from` on until the next one. */
readonly readTicketCodes: {
readonly args: { readonly params: { /** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string } }
readonly answer: ReadonlyArray<{
/** The number of the ticket inside its reservation. */
readonly id: RowId
/** The next codes, each valid until the next one begins. */
readonly codes: ReadonlyArray<{
/** When it begins, included. */
readonly from: Moment
/** A code. */
readonly code: string
}>
}>
readonly code: "record not found" | "reservation url changed" | CommonCode
}
/** Lets the holder of a ticket in, and others of the party. With `read_qr` they have read the QR code of a gate; with `tap_ticket` they have typed the code of the day that the house shows. `invalid_request` names `gate_code` or `presence_code` where it is not one of this house now, and `mode` where the product does not permit it. The same `scan_id` gets the same answer again. */
readonly checkIn: {
readonly args: { readonly params: { /** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string; /** The number of the ticket inside its reservation. */
readonly id: string }; readonly body: {
/** What kind of ticket the number is of. */
readonly type: "gate" | "set"
/** How the visitor checks in. */
readonly mode: "read_qr" | "tap_ticket"
/** The content of the QR code of a gate. */
readonly gate_code?: string
/** The six digits of the day that the house shows. */
readonly presence_code?: string
/** Numbers of the tickets of the party that check in together; without it this one alone. */
readonly ids?: ReadonlyArray<RowId>
/** A UUID that the caller makes up: the same one gets the same answer again. */
readonly scan_id?: Uuid
} }
readonly answer: {
/** `success` where at least one was let in. */
readonly status: CheckInStatus
/** When; of the check-in before where the ticket is used; else null. */
readonly checked_in_at: Moment | null
/** Tickets. */
readonly tickets: ReadonlyArray<{
/** The number of the ticket inside its reservation. */
readonly id: RowId
/** Whether the ticket admits now. */
readonly status: CheckInStatus
}>
}
readonly code: "record not found" | "ticket not found" | "reservation url changed" | CommonCode
}
/** Makes a device of the staff one of the gate’s, once and within minutes, by the code that `kippu gates enrol` shows. */
readonly enrolDevice: {
readonly args: { readonly body: {
/** The code that the house shows for the enrolment. */
readonly enrolment_token: string
} }
readonly answer: {
/** The key of the device, for `Authorization: Bearer`. It is told once. */
readonly device_key: string
/** The device. */
readonly device: GateDevice
}
readonly code: "record not found" | CommonCode
}
/** Which device this is. A revoked one gets `device not enrolled` from every call. */
readonly readDevice: {
readonly args: {  }
readonly answer: GateDevice
readonly code: "device not enrolled" | CommonCode
}
/** Scans the code of a ticket, signed or plain, or of a party, or the eight letters that somebody reads out; or admits tickets of the door list by hand. The same `scan_id` gets the same answer again, so that a lost answer costs nobody their entry. */
readonly scanTicket: {
readonly args: { readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string }; readonly body: {
/** A UUID that the caller makes up: the same one gets the same answer again. */
readonly scan_id: Uuid
/** Into the house, or out of it. */
readonly direction: "in" | "out"
/** What was read: the code of a ticket or a party, or the eight letters. */
readonly code?: string
/** Of the door list, together with `ids`; instead of `code`. */
readonly reservation_number?: string
/** Numbers of the tickets inside the reservation. */
readonly ids?: ReadonlyArray<RowId>
} }
readonly answer: ScanAnswer
readonly code: "device not enrolled" | CommonCode
}
/** Undoes an entry or an exit of this site within a minute: the ticket is as it was before. */
readonly undoScan: {
readonly args: { readonly params: { /** The scan, by the number that the device made up. */
readonly scan_id: string }; readonly body: {
/** Why it is undone, in the words of the staff. */
readonly reason: string
} }
readonly answer: {
/** Always true. */
readonly undone: true
}
readonly code: "scan can no longer be undone" | "device not enrolled" | "record not found" | CommonCode
}
/** A device that was offline tells what it did, the oldest first. Each scan is kept once, however often it is told; one that should not have been let in is kept with the reason, for it has happened. */
readonly reportScans: {
readonly args: { readonly body: {
/** What the device did, the oldest first; at most 100. */
readonly scans: ReadonlyArray<ReportedScan>
} }
readonly answer: ReadonlyArray<{
/** A UUID that the caller makes up: the same one gets the same answer again. */
readonly scan_id: Uuid
/** What the store would have decided: where it differs from the device’s, somebody entered who should not have, or was sent away. */
readonly status: CheckInStatus
/** Why it was not let in; null on a success. */
readonly reason: RefusalReason | null
}>
readonly code: "device not enrolled" | CommonCode
}
/** All that a gate needs to decide without the store, of today and tomorrow. Bytes are base64url. */
readonly readOfflineGate: {
readonly args: { readonly query?: { /** The cursor of an answer before: only what changed since then is answered. Without it, everything. */
readonly since?: string; /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: {
/** The site. */
readonly site_key: string
/** Of this answer, to be sent as `since` with the next call. */
readonly cursor: string
/** The moment that the answer is of. */
readonly as_of: Moment
/** Public keys by which the codes of tickets are checked. */
readonly keys: ReadonlyArray<{
/** The number of the key, as the codes name it. */
readonly number: number
/** Ed25519, base64url. */
readonly public_key: string
}>
/** Whether codes that do not change are refused offline. */
readonly rotating: boolean
/** Minutes before its time from which a ticket admits. */
readonly early_minutes: number
/** Products. */
readonly products: ReadonlyArray<{
/** The number of the product. */
readonly id: RowId
/** A name, in the language of the answer. */
readonly name: string
readonly booking_type: BookingType
readonly entry_policy: EntryPolicy
/** Minutes after an exit within which a ticket admits again; null where it does not. */
readonly reentry_minutes: number | null
/** The kinds of tickets. */
readonly kinds: ReadonlyArray<{
/** The number of the kind. */
readonly id: RowId
/** A name, in the language of the answer. */
readonly name: string
/** Whether the kind is shown together with a proof of it: an age, a card. */
readonly needs_proof: boolean
}>
}>
/** Tickets with a newer code, an entry or an exit, or whose money went back. */
readonly tickets: ReadonlyArray<{
/** The ticket, for ever. */
readonly uid: Uuid
/** Codes of an earlier version are refused. */
readonly version: number
/** Whether the ticket admits nobody any more. */
readonly revoked: boolean
/** The newest entry before; null where there is none. */
readonly last_in_at: Moment | null
/** The newest exit before; null where there is none. */
readonly last_out_at: Moment | null
}>
}
readonly code: "device not enrolled" | CommonCode
}
/** Who is expected in a time span, by reservation number, a page at a time. */
readonly readDoorList: {
readonly args: { readonly query: { /** The time span. */
readonly time_span_id: string; /** A part of the buyer’s name or of the reservation number. */
readonly q?: string; /** The last reservation number of the page before; without it, the first page. */
readonly after?: string; /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: {
/** Reservations, by number. */
readonly rows: ReadonlyArray<DoorListRow>
/** Whether there is a further page. */
readonly has_more: boolean
}
readonly code: "device not enrolled" | "record not found" | CommonCode
}
/** Who has come and who has not, for each time of a day, as it is now. */
readonly readArrivals: {
readonly args: { readonly query: { /** The day. */
readonly date: Day; /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: {
/** The times of the day. */
readonly slots: ReadonlyArray<SlotArrivals>
/** Scans that lead to no ticket of the day, by reason. */
readonly other_refusals: ReadonlyArray<RefusalCount>
/** Entries that were undone: each may have let somebody in whose ticket is good once more. */
readonly undone: number
/** Scans of offline devices that should not have been let in. */
readonly wrongly_admitted: number
}
readonly code: "device not enrolled" | CommonCode
}
/** The main products of the site and their times of today in Japan; what is over is left out. */
readonly readTodayTicketInfo: {
readonly args: { readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string; /** Only this product; without it, all. */
readonly product_uuid?: Uuid } }
readonly answer: {
/** The day. */
readonly date: Day
/** When the answer was made, by the clock of the store. */
readonly generated_at: Moment
/** Products. */
readonly products: ReadonlyArray<ShownProduct>
}
readonly code: "record not found" | CommonCode
}
/** A code that opens the sale at the door of one product, for a display that carries the signage key of the deployment. It may serve many buyers until it ends. */
readonly issueSpotQrToken: {
readonly args: { readonly body: {
/** The product. */
readonly product_uuid: Uuid
/** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string
} }
readonly answer: {
/** The token of the QR code. */
readonly qr_token: string
/** What the QR code holds: the absolute address where the sale at the door starts. */
readonly url: string
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. */
readonly expires_at: Moment
/** When it was issued by the clock of the store: by it a display whose own is wrong knows how old an answer is. */
readonly issued_at: Moment
/** Seconds after which a display asks for the next code. */
readonly renew_after_seconds: number
/** The name of the product, in the language of the answer. */
readonly product_name: string
/** The digits by which visitors show that they are there, where the site has them shown; else null. */
readonly presence: {
/** Six digits by which visitors show that they are there. */
readonly code: string
/** When the digits end. */
readonly ends_at: Moment
} | null
}
readonly code: "signage key not accepted" | "record not found" | CommonCode
}
/** The product of the code with its times of today that are still on sale. */
readonly readSpotStocks: {
readonly args: { readonly query?: { /** The token of the QR code that was read at the door. */
readonly qr_token?: string; /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: {
/** The product. */
readonly product: ProductOfDay
/** The day. */
readonly date: Day
/** The times, in order. */
readonly time_spans: ReadonlyArray<TimeSpan>
/** The price of a ticket before what its kind adds. */
readonly base_price: Yen
readonly product_stock_status: ProductStockStatus
/** Until when the code opens a sale. */
readonly expires_at: Moment
}
readonly code: "spot qrCode has expired" | CommonCode
}
/** The products that are sold at the door, with their state of today. A code is not needed; an old one is refused. */
readonly listSpotProducts: {
readonly args: { readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string; /** The token of the QR code that was read at the door. */
readonly qr_token?: string } }
readonly answer: ReadonlyArray<{
/** The product. */
readonly uuid: Uuid
/** A name, in the language of the answer. */
readonly name: string
/** What it is, in plain text in the language of the answer. */
readonly description: string
/** The path of a picture at this site; null where there is none. */
readonly image_path: string | null
/** The price of a ticket before what its kind adds. */
readonly base_price: Yen
/** The first kind of its tickets, the adult’s, in one word and in the language of the answer; null where it has no kinds. */
readonly priced_kind: string | null
/** The price of a ticket of the kind `priced_kind` today. */
readonly price: Yen
readonly product_stock_status: ProductStockStatus
}>
readonly code: "spot qrCode has expired" | CommonCode
}
/** Set products that may be bought with the product of the code today. */
readonly searchSpotSetProducts: {
readonly args: { readonly query: { /** The token of the QR code that was read at the door. */
readonly qr_token?: string; /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string; /** Numbers of the time spans of the visit, with commas between them; at most 500. */
readonly main_product_time_span_ids: string; /** The first day of the range. */
readonly from: Day; /** The last day of the range; at most 99 days after the first. */
readonly to: Day } }
readonly answer: ReadonlyArray<SetProduct>
readonly code: "spot qrCode has expired" | CommonCode
}
/** As `createOrder`, of today and of the product of the code. It can be paid at once, and holds for a quarter of an hour. */
readonly createSpotOrder: {
readonly args: { readonly query?: { /** The token of the QR code that was read at the door. */
readonly qr_token?: string }; readonly body: {
/** The language of the order and its mails. */
readonly lang: Language
/** The product. */
readonly product_uuid: Uuid
/** The time span. */
readonly time_span_id: RowId
/** The sum over the kinds that are tickets; extras do not count. */
readonly quantity: number
/** What is wanted: lines of a kind and a quantity, or the number of the kind once for each unit. */
readonly option_values: ReadonlyArray<OrderLine> | ReadonlyArray<RowId>
/** Products that are bought with the visit. */
readonly set_products?: ReadonlyArray<{
/** The product. */
readonly uuid: Uuid
/** The time span. */
readonly time_span_id: RowId
/** Units of it. */
readonly quantity: number
}>
/** The first word of the pair that names a promotion. */
readonly membership_key?: string
/** The second word of the pair that names a promotion. */
readonly membership_value?: string
/** The token of the QR code that was read at the door. */
readonly qr_token?: string
} }
readonly answer: {
/** The right to the order: whoever has it may read and pay the order. Keep it secret. */
readonly order_token: string
/** When it ends: a hold, or a code. Nothing is kept for the visitor after that. */
readonly expires_at: Moment
/** What the order costs now. */
readonly price: Yen
}
readonly code: "out of stock" | "no stock registered for this product" | "ticket not on sale now" | "option_value_id not found" | "specified option value of the ticket is less than 1" | "companion without its holder" | "spot qrCode has expired" | "record not found" | "request in progress" | "idempotency key reused" | CommonCode
}
/** Orders of the door by their tokens, the newest first; unknown ones are left out. */
readonly listSpotOrders: {
readonly args: { readonly query: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string; /** Tokens of orders with commas between them; at most 50. */
readonly tokens: string } }
readonly answer: ReadonlyArray<SpotOrder>
readonly code: CommonCode
}
/** As `readOrder`, of an order of the door. */
readonly readSpotOrder: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string }; readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: TemporaryOrder
readonly code: "session_timeout" | "record not found" | CommonCode
}
/** As `deleteOrder`, of an order of the door. */
readonly deleteSpotOrder: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string } }
readonly answer: undefined
readonly code: "session_timeout" | "invalid order status" | "record not found" | CommonCode
}
/** Stores answers: before the payment by the order token, afterwards by the reservation token, until the tickets were mailed three times. Each replaces the one before; those that are not given stay. Afterwards a new address has the tickets mailed to it at once, and `mail_sent` says so. */
readonly answerSpotFields: {
readonly args: { readonly params: { /** The token of the order, or after its payment that of the reservation. */
readonly token: string }; readonly body: {
/** Answers of the buyer form. Personal data. */
readonly contents: ReadonlyArray<{
/** The field of the buyer form. */
readonly key: string
/** What the buyer answered. */
readonly value: string
}>
} }
readonly answer: {
/** Answers of the buyer form. Personal data. */
readonly contents: ReadonlyArray<FormAnswer>
/** Whether a mail was sent. */
readonly mail_sent: boolean
}
readonly code: "session_timeout" | "invalid email address" | "order is being paid" | "invalid order status" | "record not found" | "reservation url changed" | "too many mails" | CommonCode
}
/** As `addOrderCoupon`, of an order of the door. */
readonly addSpotCoupon: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string }; readonly body: {
/** The code of a coupon, as it was typed. */
readonly coupon: string
} }
readonly answer: {
/** The name of the coupon. */
readonly coupon_name: string
/** What the coupon takes off this order. */
readonly coupon_discount: Yen
}
readonly code: "session_timeout" | "order is being paid" | "invalid order status" | "coupon_code does not exist" | "coupon not available" | "invalid channel" | "out of coverage dates of the coupon" | "expired coupon" | "out of coverage dates" | "coupon cannot be applied to specified order" | "coupon limit reached" | "duplicated invitation code" | "multiple flat-rate coupons" | "multiple fixed-rate coupons" | "flat-rate and fixed-rate coupons" | "invitation and flat-rate coupons" | "invitation and fixed-rate coupons" | "campaign coupon and other coupons" | "invitation coupon codes exceeding tickets bought" | "no further discounts available" | "discount amount could not be calculated correctly" | "record not found" | CommonCode
}
/** As `deleteOrderCoupon`, of an order of the door. */
readonly deleteSpotCoupon: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string; /** The code of the coupon, percent-encoded. */
readonly coupon: string } }
readonly answer: undefined
readonly code: "session_timeout" | "order is being paid" | "invalid order status" | "coupon_code does not exist" | "record not found" | CommonCode
}
/** As `checkout`, of an order of the door, whose buyer has answered nothing yet. */
readonly checkoutSpotOrder: {
readonly args: { readonly params: { /** The right to an order: whoever has it may read and pay the order. Keep it secret. */
readonly token: string }; readonly body: PaymentData }
readonly answer: PaymentResult
readonly code: "session_timeout" | "payment_api_failure" | "invalid payment status" | "invalid order status" | "critical refund error" | "time change expired" | "order status must be ready_checkout" | "out of stock" | "ticket not on sale now" | "price changed" | "coupon_code does not exist" | "coupon not available" | "invalid channel" | "out of coverage dates of the coupon" | "expired coupon" | "out of coverage dates" | "coupon cannot be applied to specified order" | "coupon limit reached" | "duplicated invitation code" | "multiple flat-rate coupons" | "multiple fixed-rate coupons" | "flat-rate and fixed-rate coupons" | "invitation and flat-rate coupons" | "invitation and fixed-rate coupons" | "campaign coupon and other coupons" | "invitation coupon codes exceeding tickets bought" | "no further discounts available" | "discount amount could not be calculated correctly" | "membership login failed" | "record not found" | "request in progress" | "idempotency key reused" | CommonCode
}
/** The fields that are asked after the payment, and what was answered. */
readonly readSpotOrderFields: {
readonly args: { readonly params: { /** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string }; readonly query?: { /** The language of the names and texts of the answer; for one that the site does not have, its default. */
readonly lang?: string } }
readonly answer: {
/** The fields that are asked. */
readonly field_templates: ReadonlyArray<FieldTemplate>
/** Answers of the buyer form. Personal data. */
readonly contents: ReadonlyArray<FormAnswer>
/** Whether the tickets were mailed at least once. */
readonly mail_sent: boolean
/** The name of the product, in the language of the answer. */
readonly product_name: string
/** The language of the order and its mails. */
readonly lang: string
}
readonly code: "record not found" | "reservation url changed" | CommonCode
}
/** Mails the tickets to the address that was answered, or to the one that is sent, which is stored then; three times at most. */
readonly mailSpotTickets: {
readonly args: { readonly params: { /** The right to a reservation: whoever has it has the tickets. Keep it secret. */
readonly reservation_token: string }; readonly body: {
/** Where the tickets are mailed; without it, to the address that was answered. */
readonly email?: string
} }
readonly answer: {
/** Whether a mail was sent. */
readonly mail_sent: boolean
}
readonly code: "invalid email address" | "record not found" | "reservation url changed" | "too many mails" | CommonCode
}
/** Answers while the process is alive, and the loops of a worker come round. */
readonly healthz: {
readonly args: {  }
readonly answer: Health
readonly code: CommonCode
}
/** Answers while the process can serve: the database is reachable and migrated, and nobody asked it to stop. */
readonly readyz: {
readonly args: {  }
readonly answer: Readiness
readonly code: CommonCode
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
getVisiting: { method: 'GET', path: '/api/v1/visiting', takesKey: false },
getNotices: { method: 'GET', path: '/api/v1/notices', takesKey: false },
readMailMagazines: { method: 'GET', path: '/api/v1/mailmagazines/{token}', takesKey: false },
releaseMailMagazine: { method: 'PUT', path: '/api/v1/mailmagazines/{token}', takesKey: false },
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
sendOrderMail: { method: 'POST', path: '/api/v1/ordermails/{token}', takesKey: false },
confirmOrderMail: { method: 'GET', path: '/api/v1/ordermails/{token}', takesKey: false },
confirmMailCode: { method: 'POST', path: '/api/v1/ordermails/code/{token}', takesKey: false },
addOrderCoupon: { method: 'POST', path: '/api/v1/ordercoupons/{token}', takesKey: false },
deleteOrderCoupon: { method: 'DELETE', path: '/api/v1/ordercoupons/{token}/{coupon}', takesKey: false },
simulateMethodDiscount: { method: 'POST', path: '/api/v1/orders/paymentmethoddiscount/{token}/simulation', takesKey: false },
getMembershipPromotion: { method: 'GET', path: '/api/v1/membership/promotion', takesKey: false },
loginMember: { method: 'POST', path: '/api/v1/membership/login/{id}', takesKey: false },
loginMemberByToken: { method: 'POST', path: '/api/v1/membership/token/login/{id}', takesKey: false },
readMember: { method: 'GET', path: '/api/v1/membership/{id}', takesKey: false },
checkout: { method: 'POST', path: '/api/v1/orders/checkout/{token}', takesKey: true },
checkoutBySheet: { method: 'POST', path: '/api/v1/orders/sheet/{token}', takesKey: true },
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
searchChangeDays: { method: 'GET', path: '/api/v1/timechanges/products/search', takesKey: false },
createTimeChange: { method: 'POST', path: '/api/v1/timechanges', takesKey: true },
readTimeChange: { method: 'GET', path: '/api/v1/timechanges/{timechange_token}', takesKey: false },
deleteTimeChange: { method: 'DELETE', path: '/api/v1/timechanges/{timechange_token}', takesKey: false },
checkoutTimeChange: { method: 'POST', path: '/api/v1/timechanges/checkout/{timechange_token}', takesKey: true },
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
healthz: { method: 'GET', path: '/healthz', takesKey: false },
readyz: { method: 'GET', path: '/readyz', takesKey: false },
} as const

