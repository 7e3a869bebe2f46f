import {
  credentialsSchema,
  foldUsername,
  LIMITS,
  MESSAGES,
  memberChangeSchema,
  membersQuerySchema,
  paginate,
  passwordChangeSchema,
  passwordSchema,
  usernameProblem,
  type WireMember,
} from "@logbook/domain";
import type { FakeMember, LogbookData } from "./data.ts";
import { Refusal } from "./refusal.ts";
import { created, ok, type Route, route } from "./route.ts";

/** Registration, login, password, and the admins' members page. */
export const accountRoutes = (data: LogbookData): Route[] => [
  route("POST", "/api/auth/register", "anyone", credentialsSchema, ({ input: { username, password } }) => {
    const problem = usernameProblem(username);
    if (problem !== null) throw new Refusal("bad-username", problem);
    const weakness = passwordSchema.safeParse(password).error?.issues[0];
    if (weakness !== undefined) throw new Refusal("weak-password", weakness.message);
    if (data.memberByName(username) !== undefined) throw new Refusal("username-taken", MESSAGES.usernameTaken);
    return created(newSession(data.addMember(username, password)));
  }),
  route("POST", "/api/auth/login", "anyone", credentialsSchema, ({ input: { username, password } }) => {
    const member = data.memberByName(username);
    if (member?.password !== password) throw new Refusal("invalid-credentials", MESSAGES.invalidCredentials);
    if (member.disabled) throw new Refusal("disabled", "This account has been disabled. Please ask an admin.");
    return ok(newSession(member));
  }),
  route("POST", "/api/auth/password", "member", passwordChangeSchema, ({ caller, input }) => {
    if (caller.password !== input.currentPassword)
      throw new Refusal("wrong-password", "The current password is not right. Please type it again.");
    Object.assign(caller, { password: input.newPassword, sessionNumber: caller.sessionNumber + 1 });
    return ok({ token: customToken(caller) });
  }),
  route("POST", "/api/auth/sign-out-everywhere", "member", null, ({ caller }) => {
    caller.sessionNumber += 1;
    return ok({});
  }),
  route("GET", "/api/me", "member", null, ({ caller }) => ok({ user: toUser(caller) })),
  route("GET", "/api/members", "admin", membersQuerySchema, ({ input }) => {
    const search = foldUsername(input.search);
    const matching = [...data.members.values()]
      .filter(({ username }) => foldUsername(username).includes(search))
      .sort((a, b) => (foldUsername(a.username) < foldUsername(b.username) ? -1 : 1));
    const { items, page } = paginate(matching, input.page, LIMITS.adminPageSize);
    return ok({ members: items.map(toMember), page });
  }),
  route("PUT", "/api/members/:uid", "admin", memberChangeSchema, ({ params: [uid = ""], input }) => {
    const member = data.members.get(uid);
    if (member === undefined) throw new Refusal("not-found", "There is no such member. Please reload the list.");
    Object.assign(member, input);
    if (input.disabled === true) member.sessionNumber += 1;
    return ok({ member: toMember(member) });
  }),
];

const toUser = ({ id, username, isAdmin }: FakeMember) => ({ id, username, isAdmin });

/** Stands for Auth's custom token; `sessionOf` finds the member by it. */
const customToken = ({ id }: FakeMember): string => `custom:${id}`;

/** The body of the response to a login. */
const newSession = (member: FakeMember) => ({ user: toUser(member), token: customToken(member) });

/** The fields of a member that the members page gets. */
const toMember = ({ password: _, sessionNumber: __, ...member }: FakeMember): WireMember => member;
