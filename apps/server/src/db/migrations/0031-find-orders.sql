-- Staff find an order by what its buyer says of it (docs/handbook.md). Expands: a program of migration 30 may run beside.

-- Letters alone, without width, case, blanks and the kind of kana, so that ｻﾄｳ, サトウ and さとう are one.
create function folded_name(name text) returns text language sql immutable parallel safe
return translate(
  regexp_replace(lower(normalize(name, nfkc)), '[[:space:]・.,''’‐-]+', '', 'g'),
  'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
  'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');

-- The name among the answers of a buyer, and the same with its last word first: people say either.
create function buyer_name(answers jsonb) returns text language sql immutable parallel safe
return folded_name(jsonb_path_query_first(answers, '$[*] ? (@.key == "fullname")') ->> 'value');

create function buyer_name_turned(answers jsonb) returns text language sql immutable parallel safe
return folded_name(regexp_replace(
  normalize(jsonb_path_query_first(answers, '$[*] ? (@.key == "fullname")') ->> 'value', nfkc),
  '^\s*(.+?)\s+(\S+)\s*$', '\2 \1'));

-- The digits of a telephone number from the last one to the first: the beginning is said in many ways (090, +81 90).
create function digits_turned(phone text) returns text language sql immutable parallel safe
return reverse(regexp_replace(normalize(phone, nfkc), '\D', '', 'g'));

create function buyer_phone_turned(answers jsonb) returns text language sql immutable parallel safe
return digits_turned(jsonb_path_query_first(answers, '$[*] ? (@.key == "phone")') ->> 'value');

create index orders_by_name on orders (site_key, buyer_name(customer_info) text_pattern_ops)
  where buyer_name(customer_info) is not null;
create index orders_by_name_turned on orders (site_key, buyer_name_turned(customer_info) text_pattern_ops)
  where buyer_name(customer_info) is not null;
create index orders_by_phone on orders (site_key, buyer_phone_turned(customer_info) text_pattern_ops)
  where buyer_phone_turned(customer_info) is not null;
