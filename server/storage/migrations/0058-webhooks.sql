-- What happens in spaces is told to applications that are members of them.
create table webhook (
  id uuid primary key,
  application_id uuid not null references application on delete cascade,
  url text not null,
  topics text[] not null,
  sealed_secret bytea not null,
  is_on boolean not null default true,
  created_at timestamptz not null
);
create index webhook_of_application on webhook (application_id, created_at, id);

-- The actions of the journal that a webhook tells of, each with the grant that its application needs for it.
create table webhook_action (
  action text not null,
  webhook_id uuid not null references webhook on delete cascade,
  topic text not null,
  api_group text not null,
  primary key (action, webhook_id)
);
create index webhook_action_of on webhook_action (webhook_id);

create table webhook_delivery (
  id uuid primary key,
  webhook_id uuid not null references webhook on delete cascade,
  event text not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz,
  status integer not null default 0,
  error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((state = 'waiting') = (next_at is not null))
);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_at) where state = 'waiting';
create index webhook_delivery_log on webhook_delivery (webhook_id, created_at, id);
create index webhook_delivery_old on webhook_delivery (created_at);

-- An event waits from the transaction on in which it happens.
create function deliver_to_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_delivery (id, webhook_id, event, payload, next_at, created_at)
  select gen_random_uuid(), w.id, a.topic || '.' || n.action,
    jsonb_build_object('space', n.space_id, 'by', jsonb_build_object('id', n.person_id, 'name', n.person_name),
      'channel', n.channel, 'item', jsonb_build_object('id', n.item_id, 'name', n.item_name, 'path', n.item_path),
      'details', n.details, 'count', n.count, 'journal', n.id),
    n.at, n.at
  from fresh n join webhook_action a on a.action = n.action join webhook w on w.id = a.webhook_id and w.is_on
    join member m on m.space_id = n.space_id and m.person_id = w.application_id
    join person p on p.id = w.application_id and p.disabled_at is null
    join application_grant g on g.application_id = w.application_id and g.api_group = a.api_group
      and (g.until is null or g.until >= (n.at at time zone 'UTC')::date);
  return null;
end $$;
create trigger journal_to_webhooks after insert on journal
  referencing new table as fresh for each statement execute function deliver_to_webhooks();
