import { ACTIONS } from "../admin/actions.ts";
import { findMember, openDirectory } from "../admin/directory.ts";
import { SAMPLE_PEOPLE } from "./people.ts";

/** Makes admins of the sample people who are to be, as `npm run admin -- grant` does. */
export async function grantSampleAdmins(env: Record<string, string>): Promise<void> {
  const directory = openDirectory(env.GCLOUD_PROJECT ?? "", env);
  try {
    for (const { username, isAdmin } of SAMPLE_PEOPLE) {
      const member = isAdmin ? await findMember(directory, username) : null;
      if (member !== null) await ACTIONS.grant(directory, member);
    }
  } finally {
    await directory.close();
  }
}
