"""Accounts over HTTP: come in, be called something, register, log in and out."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kozyr.club import answers, bodies
from kozyr.club.accounts import nickname, same_login
from kozyr.club.budgets import LOGINS, LOOK, REQUESTS
from kozyr.club.http.exchange import agreeing, answer
from kozyr.club.http.house import House, Routes
from kozyr.games.refusal import Refused
from kozyr.store import Account

routes = Routes()


@routes("/api/guest", "POST", of=REQUESTS)
async def guest(house: House, request: Request) -> Response:
    """Come in: a guest is an account that needs no form."""
    visitors = house.visitors
    visitors.no_program(request)
    wanted = await house.body(request, bodies.Newcomer)
    with agreeing():
        nick = nickname(wanted.name)
    account, token = await visitors.welcome(request, nick, wanted.at)
    return visitors.with_session(request, answer(_me(account), 200 if token is None else 201), token)


@routes("/api/me", of=LOOK)
async def me(house: House, request: Request) -> Response:
    """The asker's own account; null: there is none yet."""
    account = await house.visitors.account(request)
    if account is None:
        return answer(None)
    operates = account.login is not None and await house.store.rulings.is_operator(account.id)
    return answer(msgspec.structs.replace(_me(account), operator=operates))


@routes("/api/me", "POST", of=REQUESTS)
async def rename(house: House, request: Request) -> Response:
    """Another nickname."""
    account, wanted = await house.visitors.person(request), await house.body(request, bodies.Guest)
    with agreeing():
        nick = nickname(wanted.name)
        if not nick:
            raise Refused("name_blank")
    return answer(_me(await house.visitors.renamed(account, nick)))


@routes("/api/register", "POST", of=LOGINS)
async def register(house: House, request: Request) -> Response:
    """Give the guest a login and a password; the history stays, and the session gets another token."""
    account, wanted = await house.visitors.person(request), await house.body(request, bodies.Login)
    visitors = house.visitors
    old = visitors.token(request)
    registered, token = await house.accounts.register(account, wanted.login, wanted.password, old)
    visitors.sessions.moved(house.accounts.session(old), house.accounts.session(token))
    return visitors.with_session(request, answer(_me(registered), 201), token)


@routes("/api/login", "POST", of=LOGINS)
async def login(house: House, request: Request) -> Response:
    """Come in with a login; the session that the browser had is over."""
    visitors = house.visitors
    visitors.no_program(request)
    wanted = await house.body(request, bodies.Login)
    # By login and network: a guesser from elsewhere must not keep the owner out.
    await visitors.spend_login(request, f"{same_login(wanted.login)}|{house.edge.peer(request)}")
    account, token = await house.accounts.login(wanted.login, wanted.password)
    await visitors.may_come(request, account)
    old = visitors.token(request)
    if old:
        visitors.sessions.end([await house.accounts.logout(old)])
    return visitors.with_session(request, answer(_me(account)), token)


@routes("/api/password", "POST", of=LOGINS)
async def password(house: House, request: Request) -> Response:
    """Change the password; every session ends, and this browser gets a new one."""
    visitors = house.visitors
    account, wanted = await visitors.person(request), await house.body(request, bodies.NewPassword)
    await visitors.spend_login(request, account.id)
    visitors.sessions.end(await house.accounts.change_password(account, wanted.old, wanted.new))
    return visitors.with_session(request, answer(_me(account)), await house.accounts.session_of(account))


@routes("/api/reset", "POST", of=LOGINS)
async def reset(house: House, request: Request) -> Response:
    """Change the password by the operator's link; every session ends, and this browser gets a new one."""
    visitors = house.visitors
    visitors.no_program(request)
    wanted = await house.body(request, bodies.Reset)
    account, ended = await house.accounts.reset_password(wanted.link, wanted.password)
    visitors.sessions.end(ended)
    await visitors.may_come(request, account)
    return visitors.with_session(request, answer(_me(account)), await house.accounts.session_of(account))


@routes("/api/logout", "POST", of=REQUESTS)
async def logout(house: House, request: Request) -> Response:
    """End this session."""
    visitors = house.visitors
    visitors.no_program(request)
    token = visitors.token(request)
    if token:
        visitors.sessions.end([await house.accounts.logout(token)])
    return visitors.without_session(request, Response(status_code=204))


@routes("/api/logout/others", "POST", of=REQUESTS)
async def logout_others(house: House, request: Request) -> Response:
    """End every other session of this account, and close their sockets."""
    account = await house.visitors.person(request)
    ended = await house.accounts.logout_others(account, house.visitors.token(request))
    house.visitors.sessions.end(ended)
    return answer(answers.Ended(len(ended)))


def _me(account: Account) -> answers.Me:
    """An account as its owner sees it."""
    return answers.Me(
        account=account.id,
        nick=account.nick,
        guest=account.login is None and account.program is None,
        bot=account.program,
        login=account.login,
        since=account.created,
    )
