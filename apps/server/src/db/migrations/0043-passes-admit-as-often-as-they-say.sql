-- A product that is sold for a period admits as often as its visitors come, unless its venue says otherwise. Nobody could mean the default
-- that such a product has had until now: mails said to all of its visitors that they may come as often as they like.
update products set entry_policy = 'any' where sale_type = 'period' and entry_policy = 'once';
