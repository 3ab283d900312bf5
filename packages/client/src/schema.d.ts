// Made by `npm run client:types` from the OpenAPI document of the service. Do not change it by hand.

export interface paths {
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process answers
         * @description Whatever its stores do: who fails this is to be started anew. 503 for two seconds before the process ends by itself, with exit code 70, because a thread died that it cannot replace.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service can do its work
         * @description 503 while the rows are being built or a part is not well; `errors` names each one. What was given up on concerns single items: the service stays ready. Ids are named to who sends the ADMIN_TOKEN as bearer, and on the port of METRICS_PORT.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics in the text format of Prometheus
         * @description Those that name hosts of customers are for who sends the ADMIN_TOKEN as bearer, and on the port of METRICS_PORT.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/held-streams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the streams that are held back
         * @description An event that this version of the service cannot read or project holds back its own workspace only: reads of it answer from before the event, its writes are 503. Normally there is none.
         */
        get: operations["listHeldStreams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/held-streams/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip the event that holds a stream back
         * @description On the record: the log says who did it, when and why, and from then on the event counts as one that changes nothing, for every process and every rebuild of the rows. **It cannot be taken back**: what the event said is lost, also to a later version that knows it. The same request again changes nothing.
         */
        post: operations["skipEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/projections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how far the projections are
         * @description As the process that answers sees it. A follower that is stalled does not fold; a head that is stalled waits for the event store.
         */
        get: operations["getProjections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/projections/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rebuild the rows from the log
         * @description Folds the log into new rows beside those that are served, compares both while they move, and serves the new ones in one step. Rows that differ are named, and nothing is exchanged unless `force` is true. Reads and writes go on meanwhile. One that a process has left unfinished goes on in the next one.
         */
        post: operations["rebuildProjections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/projections/back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Serve the rows before the last rebuild again
         * @description They are brought to the end of the log first. They are kept until the next rebuild or the next erasure of personal data, on the embedded pair until the next start, and on MongoDB for a day.
         */
        post: operations["goBackToRowsBefore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is parked
         * @description Items of to-do lists that failed too often, and events that hold streams back, of all processes. Normally there is none.
         */
        get: operations["listParkedItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/parked/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a parked item
         * @description Also one that is tried again, was skipped or is done meanwhile.
         */
        get: operations["getParkedItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/parked/{itemId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a parked item again
         * @description At once, by the process that has this work; its next failure parks it again, with the new error. The log says who had it tried. The same request again changes nothing.
         */
        post: operations["retryParkedItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/parked/{itemId}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip a parked item
         * @description On the record: the log says who did it, when and why, and the item is never tried again, whatever is rebuilt or restored. **It cannot be taken back.** An erasure of personal data is mended and never skipped. The same request again changes nothing.
         */
        post: operations["skipParkedItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell who is asking
         * @description The key that the request has, its workspace, what is left of its rate limits on the process that answers, and of the quotas of the workspace. Any valid key may ask, whatever its scopes. Nothing of other keys is shown.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workspaces, in the order of their creation
         * @description With the quotas of each, and its use of them.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description It has no API key yet: create one next. Every other setting has its default until it is changed.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/workspaces/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a workspace
         * @description As the list shows it, with its quotas and its use of them. A deleted one is unknown.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        /**
         * Delete a workspace and everything in it, for good
         * @description The body repeats its name. Its keys open nothing from then on, nothing of it is dialed, and no webhook is sent, those that wait neither; an attempt that is under way comes to its end. A workspace that is deleted is unknown everywhere: deleting it again is 404. Its rows are dropped in the background; its events stay in the log.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /**
         * Change the settings of a workspace
         * @description What is left out stays, the nested fields too. Counts at once; a quota lowered below the use takes nothing away.
         */
        patch: operations["changeWorkspace"];
        trace?: never;
    };
    "/admin/workspaces/{workspaceId}/signing-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or rotate the secret that webhooks are signed with
         * @description The secret is shown once. Until they expire, earlier ones sign beside it, 10 in all at most: a rotation that would make one more is 409 unless it ends them (previous_secret_expires_in 0).
         */
        post: operations["rotateSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/secrets/reseal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Seal the stored signing secrets of a page of workspaces under the first SECRETS_KEY
         * @description After a SECRETS_KEY was put before an older one. The secrets stay what they are, and so do the keys of personal data, which are wrapped under the first key as well. Repeat it with `page_token` until `next_page_token` is null; `smartlists secrets reseal` does. A workspace that cannot be written now does not stop the page: it is counted in `workspaces_waiting`, and the older key is needed until all pages have been resealed once more with 0 there. May be repeated at any time.
         */
        post: operations["resealSigningSecrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/workspaces/{workspaceId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of a workspace
         * @description In the order of their creation, revoked and expired ones too. The keys themselves are not known any more.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is shown once, in `secret`; only its SHA-256 is stored. A workspace holds at most 500 that are not revoked. With `Projection-Lag`, other processes answer 503 to the new key until their rows have it.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/workspaces/{workspaceId}/api-keys/{apiKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key at once
         * @description Once this is answered with 200, the key opens nothing in any process, whatever the rows show yet. One exception: while two versions of the service with different copies of the rows run side by side, processes of the other version may answer reads with the key until their own rows show the revocation. A 503 may mean that it is revoked but not every process knows: repeat the request until it is 200.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import contacts
         * @description Creates or changes up to 1,000 contacts by `contact_id`, or by `external_id` where an item has no `contact_id`: all or none, unless `partial` is true. Of two items of one contact the last wins, and they are counted once. Items are judged in their order. The body holds at most 4 MiB.
         */
        post: operations["importContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description Those that fit all filters, in the order of their first import or of their names. Deleted contacts are not among them. A filtered page may have fewer contacts than it could, and still a next one.
         */
        get: operations["listContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a contact
         * @description By its id. One that was deleted is unknown.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Delete a contact and all its memberships
         * @description It comes off every list at once. A call that is under way goes on. Importing its id again makes it anew. With `erase=true` its data are erased, as POST /contacts/{contactId}/erase does it.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Change a contact
         * @description What is left out stays as it is. Another phone is dialed from the next dispatch on: a call that is under way keeps the phone that it was dispatched with.
         */
        patch: operations["changeContact"];
        trace?: never;
    };
    "/contacts/refresh-zones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell the zones of contacts by the table of numbers in use
         * @description Contacts whose phones were set under an older table get the zones that the one in use gives their numbers, in the background, up to 500 in each write. Those that have a `time_zone` keep it. A refresh that is under way goes on from where it is when it is asked for again; once it has ended, it begins anew and changes nothing that follows the table already.
         */
        post: operations["refreshContactZones"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{contactId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase what is personal of a contact
         * @description Also of one that was deleted. It is deleted; its phone and name are destroyed wherever they stand, also in the log; its calls, deliveries and memberships show null for them; what was counted stays counted. Webhooks about it that are on their way are cancelled, and receivers of earlier ones are told by contact.erased. Importing its id again makes it anew. Repeating it changes nothing.
         */
        post: operations["eraseContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/batch-erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase what is personal of many contacts
         * @description Up to 100, each as POST /contacts/{contactId}/erase does it. Each is answered by itself: one that is unknown or in a call keeps no other from being erased.
         */
        post: operations["eraseContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/do-not-call/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put numbers on the do-not-call register
         * @description Up to 100, in their order: all or none. From the answer on none of them is dialed, whichever contact has it and whatever list it is on; calls in flight go on, and members keep their places. A number whose entry counts already gets the reason and the expiry of the request. A workspace holds at most 1000000 entries.
         */
        post: operations["addDoNotCallEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/do-not-call/batch-remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take numbers off the do-not-call register
         * @description Up to 100. Members whose number it was are dialed again, each from its place.
         */
        post: operations["removeDoNotCallEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/do-not-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the do-not-call register
         * @description The entries that count now, in the order in which they were added. A page may have fewer entries than it could, and still a next one.
         */
        get: operations["listDoNotCallEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/do-not-call/{phone}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look a number up in the do-not-call register
         * @description A number that may be dialed, and one whose entry has expired, is `not_found`.
         */
        get: operations["getDoNotCallEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the active smart lists
         * @description In the order of their creation.
         */
        get: operations["listSmartLists"];
        put?: never;
        /**
         * Create a smart list
         * @description A workspace holds at most 1,000 active ones.
         */
        post: operations["createSmartList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-lists/{smartListId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a smart list
         * @description With its settings, and how many members it has.
         */
        get: operations["getSmartList"];
        put?: never;
        post?: never;
        /**
         * Delete a smart list and its memberships
         * @description The waterfalls of other lists that lead to it are cleared. Calls in flight keep their snapshot.
         */
        delete: operations["deleteSmartList"];
        options?: never;
        head?: never;
        /**
         * Change the settings of a smart list
         * @description What is left out stays. The version is raised only if something changes. New caps and gaps count at once. Members whom a lower max_attempts_total exhausts move to the next list, if there is one: at once, or within seconds where they are many. With `dry_run=true` it is judged like any other change and not made: the answer has the list as it would be, how many members would change, and the queue before and after. Its ETag is that of the list as it is.
         */
        patch: operations["changeSmartList"];
        trace?: never;
    };
    "/smart-lists/{smartListId}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clone a smart list
         * @description All of its settings, the next list of its waterfall too; none of its members.
         */
        post: operations["cloneSmartList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-lists/{smartListId}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the attempts of the members of a list
         * @description From now on `attempt_count` of its members is 0, in a call and in the wrap-up time too: of those who have used up `max_attempts_total` by the settings of this moment, who are queued again, or of all. The daily cap, the retry gap and every place stay. It counts at once, however many they are. Of more than 2,000 members the answer does not wait until all of them can be found by their new status, and says so by `Projection-Lag: 1`.
         */
        post: operations["resetSmartList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calling-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calling hours
         * @description In the order of their creation.
         */
        get: operations["listCallingHours"];
        put?: never;
        /**
         * Create calling hours
         * @description Times of the week, by a clock on the wall. A workspace holds at most 50.
         */
        post: operations["createCallingHours"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calling-hours/{callingHoursId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read calling hours
         * @description As they are now.
         */
        get: operations["getCallingHours"];
        put?: never;
        post?: never;
        /**
         * Delete calling hours
         * @description Refused while an active smart list or the workspace names them. Their name is free from then on.
         */
        delete: operations["deleteCallingHours"];
        options?: never;
        head?: never;
        /**
         * Change calling hours
         * @description What is left out stays. The version is raised only if something changes.
         */
        patch: operations["changeCallingHours"];
        trace?: never;
    };
    "/dial-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the dial groups
         * @description In the order of their creation.
         */
        get: operations["listDialGroups"];
        put?: never;
        /**
         * Create a dial group
         * @description Lists that are dialed together. A workspace holds at most 100 groups; a list may be in several.
         */
        post: operations["createDialGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dial-groups/{dialGroupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a dial group
         * @description With the lists that it has now.
         */
        get: operations["getDialGroup"];
        put?: never;
        post?: never;
        /**
         * Delete a dial group
         * @description Its lists and their members stay, and so do its calls.
         */
        delete: operations["deleteDialGroup"];
        options?: never;
        head?: never;
        /**
         * Change a dial group
         * @description What is left out stays. The version is raised only if something changes. Its round goes on where it was, whatever lists come and go.
         */
        patch: operations["changeDialGroup"];
        trace?: never;
    };
    "/smart-lists/{smartListId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a smart list
         * @description In the order in which they were added; those who wait in the order of what they wait for, unless calling hours of the list or the workspace hold, those in a call in that of their ids. Statuses are those of this instant.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-lists/{smartListId}/members/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a member of a smart list
         * @description As the list of members shows it at this instant. Also of a contact that has left the list: `removed`, with the reason.
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set or clear the callback of a member
         * @description Until its time the member is not called from this list, then before all others, and the retry gap counts no more. Caps hold. It ends when the call is dispatched, and with the membership. Of an active member only.
         */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/contacts/{contactId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the memberships of a contact
         * @description All lists that it is on now, in the order of their ids. Each as the list shows its member, with the name of the list. Memberships that have ended are not among them.
         */
        get: operations["listMemberships"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-lists/{smartListId}/members/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add contacts to a smart list
         * @description All or none. The counts add up to the number of references; those that resolve to no contact are named.
         */
        post: operations["addMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-lists/{smartListId}/members/batch-remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take contacts off a smart list
         * @description All or none. The counts add up to the number of references; those that resolve to no contact are named.
         */
        post: operations["removeMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-lists/{smartListId}/members/batch-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the attempts of members
         * @description All or none. From now on `attempt_count` of each is 0, in a call and in the wrap-up time too, so a member that had used up `max_attempts_total` is queued again. The daily cap, the retry gap and every place stay. A contact that is no active member, or has an `attempt_count` of 0, is skipped. The counts add up to the number of references; those that resolve to no contact are named.
         */
        post: operations["resetMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-list-members/batch-remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take contacts off every smart list
         * @description All or none. The counts are of contacts, not of memberships, and add up to the number of references; those that resolve to no contact are named.
         */
        post: operations["removeMembersEverywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-lists/{smartListId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far a smart list is
         * @description The members by status and reason, the attempts, the rate of the last hour. The numbers are those that a walk over the members would count at this instant, whatever number of members there is. 503 while a change of settings is being carried over to the members.
         */
        get: operations["getListProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description The newest first.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Create an import
         * @description Its file is sent to it afterwards. One with a list needs the scope `smart_lists:write` as well, and so do removals. A workspace has at most 20 open ones.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{importId}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send the file of an import
         * @description CSV with a header row, or JSON Lines, in UTF-8, plain or with `Content-Encoding: gzip`: at most 1,000,000 rows and 1 GiB. Rows are done while they arrive, and the answer comes when all of them are. A row that is refused changes nothing and stops no other one. Where the answer is lost, send the same file again: the rows that are done are passed over. An Idempotency-Key is not needed, and not looked at.
         */
        put: operations["sendImportRows"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import
         * @description How far it is, and what became of its rows.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{importId}/refused-rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows that were refused
         * @description With their numbers and lines in the file, and why. Nothing of a row itself is kept.
         */
        get: operations["listRefusedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{importId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import
         * @description No further row is taken, also of a file that is under way. What is done stays. Repeating it changes nothing.
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/phone-system/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all outcomes
         * @description By `order`, then by creation. They are few and come whole, without pages.
         */
        get: operations["listOutcomes"];
        put?: never;
        /**
         * Create an outcome
         * @description A workspace holds at most 500. With its first action it gets a signing secret, if it has none.
         */
        post: operations["createOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/phone-system/outcomes/{outcomeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an outcome
         * @description With its destination as it is now: a list that was deleted since is not shown.
         */
        get: operations["getOutcome"];
        put?: never;
        post?: never;
        /**
         * Delete an outcome
         * @description Calls and deliveries that it was applied to keep what they know of it; webhooks that wait are still sent.
         */
        delete: operations["deleteOutcome"];
        options?: never;
        head?: never;
        /**
         * Change an outcome
         * @description What is left out stays. A change of the type sets or clears webhook_url too.
         */
        patch: operations["changeOutcome"];
        trace?: never;
    };
    "/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls
         * @description In the order in which they began. A call that began before the first page was read, and fits the filters all the while, is on exactly one page. A filtered page may have fewer calls than it could, and still a next one.
         */
        get: operations["listCalls"];
        put?: never;
        /**
         * Register a call that the scheduler did not dispatch
         * @description It counts no attempt, but its contact is not dialed until it is ended. Refused while the contact has another call in flight.
         */
        post: operations["registerCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{callId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a call
         * @description With what it was dispatched with, and the outcomes applied to it so far.
         */
        get: operations["getCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Keep details of a call
         * @description Its agent, your reference, notes, duration and recording, also after its end. What is left out stays as it is.
         */
        patch: operations["changeCall"];
        trace?: never;
    };
    "/calls/{callId}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that a call goes on
         * @description Its lease begins anew. A call whose lease passes is ended by the service: lost.
         */
        post: operations["extendCallLease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{callId}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a call
         * @description It then waits for a disposition until the wrap-up time has passed; it is completed at once if the workspace has no disposition, or nobody was called (not_placed). The same result again changes nothing, another one is refused.
         */
        post: operations["endCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{callId}/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply an outcome to a call
         * @description An action while the call is in progress, each once: its webhook is sent. A disposition once, after the end: it completes the call. Memberships change as the outcome says. Where a quota has no room for the new membership or the webhook, nothing is applied; nor with a callback that nobody could keep.
         */
        post: operations["applyOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dialer/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the next calls
         * @description Chooses whom to call, callbacks that are due first, those of `agent_id` before others, then tier by tier from the highest priority, in each from where the last dispatch left off, and begins the calls: all or none. Each is to be ended, or kept alive by heartbeats. Where the quota of open calls has room for fewer than `limit`, fewer are begun. With `smart_list_id` one list alone is dialed, with `dial_group_id` the lists of a group, and the order in which the workspace is dialed does not move.
         */
        post: operations["dispatchNextCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dialer/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See whom the next calls would be with
         * @description In the order in which `next` would choose them now. Changes nothing.
         */
        get: operations["previewNextCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dialer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See whether dialing is paused
         * @description In the whole workspace; a list has a pause of its own.
         */
        get: operations["getDialer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Pause or resume dialing
         * @description The emergency stop of the workspace: from the answer on nobody is dispatched, until dialing is resumed. Calls in flight go on, and so does everything else; every member keeps its place. Setting what is set changes nothing.
         */
        patch: operations["changeDialer"];
        trace?: never;
    };
    "/dialer/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how dialing stands
         * @description What waits by priority, the calls in progress and the agents on the phone, and the calls of the last hour: all of one instant, exact, and as cheap with a million calls of the past as with none.
         */
        get: operations["getDialerStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-lists/{smartListId}/members/{contactId}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain why a member is dialed or not
         * @description Every rule with what it compares, in the order in which they are tested: the first that fails gives the member its status. Also for a contact that has left the list.
         */
        get: operations["explainMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all webhook endpoints
         * @description In the order of their creation. They are few and come whole, without pages.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description It is told of the events of the whole workspace that occur from now on, and has a signing secret of its own, which this answer alone shows. A workspace holds at most 20.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description With its health, and without its secrets.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description It is told nothing more: what waits for it is cancelled when it is due.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description What is left out stays. A type that is added is told of events that occur from now on; of one that is taken away, nothing is requested any more.
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/webhook-endpoints/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries to a webhook endpoint
         * @description Each with its attempts so far. A filtered page may have fewer deliveries than it could, and still a next one.
         */
        get: operations["listEndpointDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpointId}/deliveries/{endpointDeliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery to a webhook endpoint
         * @description With all of its attempts so far, and when the next one is due.
         */
        get: operations["getEndpointDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a webhook endpoint out
         * @description Sends it a message of type `endpoint.test`, also while it is paused, and whatever it has subscribed to.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpointId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a webhook endpoint that was paused
         * @description It is told again of what happens from now on. What was held, or cancelled by the pause, is sent by recovering it. Of one that is not paused nothing is changed.
         */
        post: operations["resumeWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what an endpoint did not get
         * @description Deliveries to the endpoint that are `exhausted` or `cancelled`, each as a new one, 50 in one request, from the newest on: repeat it with `next_after` until that is null. One that was recovered before is sent once more.
         */
        post: operations["recoverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets that the webhooks of actions are signed with
         * @description Those that sign now, without what they are. None before the first action.
         */
        get: operations["listSigningSecrets"];
        put?: never;
        /**
         * Create or rotate the secret that the webhooks of actions are signed with
         * @description The new secret is shown once. Until they expire, earlier ones sign beside it, 10 in all at most: a rotation that would make one more is 409 unless it ends them (previous_secret_expires_in 0).
         */
        post: operations["rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpointId}/signing-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signing secrets of a webhook endpoint
         * @description Those that sign now, without what they are.
         */
        get: operations["listEndpointSecrets"];
        put?: never;
        /**
         * Rotate the signing secret of a webhook endpoint
         * @description The new secret is shown once. Until they expire, earlier ones sign beside it, 10 in all at most: a rotation that would make one more is 409 unless it ends them (previous_secret_expires_in 0).
         */
        post: operations["rotateEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description In the order in which they were requested, each with its attempts so far.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description With all of its attempts so far, and when the next one is due.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook again
         * @description As a new delivery of the same message, with an id of its own, whatever became of the first one. Not once the contact is erased.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the events
         * @description In the order of the log. The token of a page, also of the last one, gets what happened after it: each event once. `Events-Lag` says how many are still missing.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description Found as soon as GET /events shows it.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all contacts
         * @description In the order of their first import. As CSV with the columns that an import takes. Exact as of the revision of `Export-Revision`, whatever is written meanwhile; a connection that breaks off is no whole file.
         */
        get: operations["exportContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the members of a list
         * @description All but the removed ones, in the order in which they came onto the list. Exact as of the revision of `Export-Revision`, whatever is written meanwhile; a connection that breaks off is no whole file.
         */
        get: operations["exportMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export calls
         * @description In the order in which they began. Exact as of the revision of `Export-Revision`, whatever is written meanwhile; a connection that breaks off is no whole file.
         */
        get: operations["exportCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/refused-rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the refused rows of an import
         * @description Their numbers and lines in the file of the import, and why. Nothing of a row itself is kept. Exact as of the revision of `Export-Revision`, whatever is written meanwhile; a connection that breaks off is no whole file.
         */
        get: operations["exportRefusedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "endpoint/call.dispatched": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call was dispatched
         * @description The queue has begun a call.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveCallDispatched"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/call.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call was ended
         * @description A client has ended a call.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveCallEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/call.lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call was lost
         * @description The lease of a call has expired, and the service has ended it. There is no call.ended of it.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveCallLost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/call.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call was completed
         * @description A call awaits no disposition any more.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveCallCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/outcome.applied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An outcome was applied
         * @description An outcome, an action or a disposition, was applied to a call.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveCallOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/member.exhausted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A member is exhausted
         * @description A call was completed that was the last attempt which its contact had from the list.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveMemberExhausted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/member.moved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A member was moved
         * @description A member was taken off one list for another, by an outcome or because it had no attempts left.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveMemberMoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/list.drained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A list is drained
         * @description No member of a list will be called any more, unless a request changes something: no call from it is open, and each of its members has used up its attempts, or all have left. Sent once each time that a list becomes so.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveListDrained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/callback.due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A callback is due
         * @description The instant has come from which on a member may be called back, or by its owner alone at first. Sent once each time that a callback was set, not when it is set; a paused list or a barred number does not delay it. Nothing is sent of one that was called, replaced or cleared before.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveCallbackDue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/do_not_call.added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A number was barred
         * @description A number was added to the do-not-call register, by a request or by an outcome. Sent once for each number; nothing is sent where an entry that counts gets another reason or expiry, or is removed.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveDoNotCallAdded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/import.finished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An import is finished
         * @description Every row of the file of an import is done, the refused ones included.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveImportFinished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/endpoint.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Another endpoint was paused
         * @description Every attempt to reach another endpoint of the workspace has failed for days. It is sent to again once it is resumed.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveEndpointPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint/endpoint.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An endpoint is tried out
         * @description Sent on request, whatever the endpoint has subscribed to. No event is behind it: `event_id` is the id of its first delivery.
         *
         *     Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.
         */
        post: operations["receiveEndpointTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "outcome.applied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An action was applied to a call
         * @description Sent by POST to the `webhook_url` of the outcome, over TLS 1.2 or later, to public addresses only: the addresses of a name are checked each time. It comes at least once, and perhaps after others that were requested later.
         *
         *     **Time.** The answer must be there, with its body, within 15 s of the beginning of the attempt, and the connection within 10 s.
         *
         *     **Retries.** After a failure it is sent again 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h later, each a fifth more or less; after 10 attempts in vain the delivery is `exhausted`. No connection, or no whole answer in time, is a failure like an answer that is none of 2xx.
         *
         *     How to answer, to verify in several languages and to try it: `docs/how-to/receive-webhooks.md` in the repository of the service.
         */
        post: operations["receiveOutcomeApplied"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.erased": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact was erased
         * @description Sent to every URL to which a webhook about the contact was sent, or may have been. Its receiver erases what it was told of the contact, also by a message that comes later with an earlier `timestamp`. It is sent, signed, tried again and answered like `outcome.applied`.
         */
        post: operations["receiveContactErased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The process answers. */
        Liveness: {
            /** @description true of every success. */
            ok: boolean;
        };
        /** @description The service does its work. */
        Readiness: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Each part that was looked at, by its name.
             * @example {
             *       "copy": "ok",
             *       "event_store": "ok",
             *       "read_model": "ok"
             *     }
             */
            checks: {
                [key: string]: string;
            };
        };
        /** @description A stream that is held back, and the event that holds it back. */
        HeldStream: {
            /**
             * @description The stream of the event log: `workspace-…`, or `delivery-…` for the attempts of one webhook delivery.
             * @example workspace-0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f10
             */
            stream: string;
            /** @description Its workspace. null: the event does not tell it. */
            workspace_id: string | null;
            /**
             * @description Place of the event in its stream, from 0. Nothing of the stream from here on is shown.
             * @example 4711
             */
            revision: number;
            /**
             * @description Type of the event.
             * @example ContactMerged
             */
            type: string;
            /** @description The projection that cannot take it in. null: it cannot even be read. */
            projection: string | null;
            /** @description What is wrong with it. */
            reason: string;
        };
        /** @description A page of streams that are held back. */
        HeldStreamPage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description By their names. */
            held_streams: components["schemas"]["HeldStream"][];
        };
        /** @description The event that is to be skipped, and why. */
        SkipEvent: {
            /**
             * @description The stream of the event log: `workspace-…`, or `delivery-…` for the attempts of one webhook delivery.
             * @example workspace-0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f10
             */
            stream: string;
            /**
             * @description Place of the event in its stream, from 0. It has to be the one that holds the stream back.
             * @example 4711
             */
            revision: number;
            /**
             * @description Stands in the log for ever.
             * @example Written by a version that was taken back.
             */
            reason: string;
        };
        /** @description The event that was skipped, and why. */
        SkippedEvent: {
            /**
             * @description The stream of the event log: `workspace-…`, or `delivery-…` for the attempts of one webhook delivery.
             * @example workspace-0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f10
             */
            stream: string;
            /**
             * @description Place of the event in its stream, from 0. It has to be the one that holds the stream back.
             * @example 4711
             */
            revision: number;
            /**
             * @description Stands in the log for ever.
             * @example Written by a version that was taken back.
             */
            reason: string;
        };
        /** @description An event that was skipped. */
        SkippedEventResponse: {
            /** @description true of every success. */
            ok: boolean;
            skipped: components["schemas"]["SkippedEvent"];
        };
        /** @description What folds the log into a copy, as this process sees it. */
        Follower: {
            name: components["schemas"]["FollowerName"];
            state: components["schemas"]["FollowerState"];
            /** @description Up to where it has folded the log. null: nothing of it. */
            position: string | null;
            /** @description Events of the log that the copy lacks; 1000: it lacks 1,000 or more. null: a store does not tell now. */
            lag_events: number | null;
            /** @description Seconds since the first of them was decided; 0: none lacks. null: a store does not tell now. */
            lag_seconds: number | null;
            /** @description Events that this process has folded a second, over the last ten; 0 also while another process folds. null: this one has no such follower. */
            events_per_second: number | null;
            /** @description Why it waits or has stopped. null: it follows. */
            trouble: string | null;
        };
        /** @description What this process decides with: the heads of workspaces in its memory. */
        Heads: {
            /** @description Heads in memory. */
            loaded: number;
            /** @description Heads whose last append the event store has not answered: their writes are 503. */
            stalled: number;
        };
        /** @description The rebuild that has made the rows. */
        RowsOrigin: {
            /**
             * Format: date-time
             * @description When they were compared.
             */
            at: string;
            /** @description The name of the admin token that asked for it. null: one without a name, or the service itself. */
            by: string | null;
            /** @description Whether they are served though they differed from those before. */
            forced: boolean;
            /** @description Rows that differed. */
            different_rows: number;
        };
        /** @description A row that is not what the rebuild came to. Values are not shown. */
        RowDifference: {
            /**
             * @description Its collection.
             * @example smart_lists
             */
            collection: string;
            /** @description Its key. */
            key: string[];
            kind: components["schemas"]["RowDifferenceKind"];
            /** @description The fields that differ. */
            fields: string[];
        };
        /** @description A rebuild of the rows. */
        Rebuild: {
            kind: components["schemas"]["RebuildKind"];
            state: components["schemas"]["RebuildState"];
            /**
             * Format: date-time
             * @description When it was begun, or continued by this process.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description null: it is under way.
             */
            ended_at: string | null;
            /** @description The name of the admin token that asked for it. null: one without a name, or the service itself. */
            by: string | null;
            /** @description Whether the rows are exchanged even where they differ. */
            forced: boolean;
            /** @description Events folded. */
            folded_events: number;
            /** @description Events of the log. On EventStoreDB, whose positions count bytes, an estimate. */
            log_events: number;
            /** @description Since the start. null: not known, or all are folded. */
            events_per_second: number | null;
            /** @description Until the log is folded. null: not known, or it is. */
            seconds_left: number | null;
            /** @description Rows compared so far. */
            compared_rows: number;
            /** @description Rows that are equal. */
            equal_rows: number;
            /** @description Rows that were written all the time while they were compared. */
            moving_rows: number;
            /** @description Rows that differ. */
            different_rows: number;
            /** @description The first of them. */
            differences: components["schemas"]["RowDifference"][];
            /** @description Why it has failed. null: it has not. */
            error: string | null;
        };
        /** @description What is folded from the log, and how far. */
        ProjectionsResponse: {
            /** @description true of every success. */
            ok: boolean;
            /** @description What folds the log, a copy each. */
            followers: components["schemas"]["Follower"][];
            heads: components["schemas"]["Heads"];
            /** @description null: the rows were made as the log was written. */
            rows_made_by: components["schemas"]["RowsOrigin"] | null;
            /** @description Whether the rows before the last rebuild are kept. */
            can_go_back: boolean;
            /** @description The rebuild under way, or the last one. null: none since this process was started. */
            rebuild: components["schemas"]["Rebuild"] | null;
        };
        /** @description How the rows are rebuilt. */
        RebuildRows: {
            /**
             * @description Whether the rows are exchanged even where they differ. Default: false.
             * @example false
             */
            force?: boolean;
        };
        /** @description The rebuild that is under way. */
        RebuildResponse: {
            /** @description true of every success. */
            ok: boolean;
            rebuild: components["schemas"]["Rebuild"];
        };
        /** @description Work that is not tried any more, and what is known of it. */
        ParkedItem: {
            /**
             * Format: uuid
             * @description Of the item; of an event the id that its stream is named by.
             */
            item_id: string;
            kind: components["schemas"]["ParkedKind"];
            state: components["schemas"]["ParkedItemState"];
            /**
             * Format: uuid
             * @description null: the event does not tell it.
             */
            workspace_id: string | null;
            /**
             * @description What it is about: a subject of events, or a `stream`.
             * @example call
             */
            subject_type: string;
            /** @description The id of the subject, or the name of the stream. */
            subject_id: string;
            /** @description Of an event, in its stream. null: it is none. */
            revision: number | null;
            /**
             * Format: uuid
             * @description The event that put it on the to-do list. null: time did, or not known.
             */
            caused_by: string | null;
            /** @description Failed ones until it was parked. null: an event. */
            attempts: number | null;
            /**
             * Format: date-time
             * @description null: not known, as for an event.
             */
            first_failed_at: string | null;
            /**
             * Format: date-time
             * @description When it was parked last. null: not known.
             */
            last_failed_at: string | null;
            /** @description What went wrong the last time. */
            error: string;
            /** @description What a retry will do. null: it cannot be tried again. */
            on_retry: string | null;
            /** @description What a skip will do. null: it cannot be skipped. */
            on_skip: string | null;
            /**
             * Format: date-time
             * @description When an operator had it tried again, or skipped. null: nobody did.
             */
            decided_at: string | null;
            /** @description Why it was skipped. null: it was not. */
            reason: string | null;
        };
        /** @description A page of parked items. */
        ParkedItemPage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description Events by their streams, then items by workspace and kind. A page may have fewer than asked for. */
            parked_items: components["schemas"]["ParkedItem"][];
        };
        /** @description One item. */
        ParkedItemResponse: {
            /** @description true of every success. */
            ok: boolean;
            parked_item: components["schemas"]["ParkedItem"];
        };
        /** @description What became of an item by the decision. */
        ParkedDecision: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * Format: uuid
             * @description Of the item.
             */
            item_id: string;
            state: components["schemas"]["ParkedItemState"];
            /** @description What follows. */
            effect: string;
        };
        /** @description Why an item is never to be tried again. */
        SkipParkedItem: {
            /**
             * @description Stands in the log for ever.
             * @example The receiver is gone.
             */
            reason: string;
            /**
             * @description Of an item of the kind `event`, and needed there: its `revision`.
             * @example 4711
             */
            revision?: number;
        };
        /** @description How contacts are called that are on no list: never put on one, or taken off all of them. */
        UnlistedSettings: {
            /**
             * @description Whether they are called at all, after everybody else.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Calls per contact and day. null: no limit. 0: nobody is called.
             * @example 1
             */
            max_attempts_per_day: number | null;
            /**
             * @description Calls per contact for life. null: no limit. 0: nobody is called.
             * @example null
             */
            max_attempts_total: number | null;
            /**
             * @description Seconds from the end of such a call until the contact may be called so again.
             * @example 86400
             */
            min_retry_seconds: number;
            dial_timeout_seconds: components["schemas"]["DialTimeout"];
        };
        /** @description At most `attempts` calls to a contact, and to a number, in any `hours` hours, from whatever list. */
        ContactWindow: {
            /**
             * @description How many calls. Those that ended not_placed and those that were registered are not counted.
             * @example 3
             */
            attempts: number;
            /**
             * @description In how many hours, on whatever day.
             * @example 24
             */
            hours: number;
        };
        /** @description The workspace of a key, with the settings that concern its clients. */
        OwnWorkspace: {
            /**
             * Format: uuid
             * @description Given by the service.
             */
            workspace_id: string;
            /**
             * @description For people. Several workspaces may have the same.
             * @example Harbour Sales
             */
            name: string;
            /**
             * @description The IANA name of the time zone whose days count, e.g. Europe/Vienna.
             * @example Europe/Vienna
             */
            time_zone: string;
            unlisted: components["schemas"]["UnlistedSettings"];
            /**
             * @description Seconds after which a call that nobody ended, and no heartbeat came for, is ended by the service. Counts for later calls.
             * @example 7200
             */
            lease_seconds: number;
            /**
             * @description Seconds that an ended call waits for its disposition. Counts for later ends.
             * @example 600
             */
            wrap_up_seconds: number;
            /**
             * @description Days that the phones of calls are kept. After them calls show null, and nothing brings it back. null: for good.
             * @example 90
             */
            calls_keep_days: number | null;
            /**
             * @description Days that the messages of webhook deliveries, and the responses to them, are kept (responses 30 days at most). A delivery without its message is neither tried again nor redelivered. null: for good.
             * @example 30
             */
            deliveries_keep_days: number | null;
            /**
             * @description Limits of a contact over all lists: no contact, and no number, is called more often than `attempts` times in any `hours` hours, from whatever list. All of them hold. null: none.
             * @example null
             */
            contact_windows: components["schemas"]["ContactWindow"][] | null;
            /**
             * Format: uuid
             * @description The calling hours outside of which nobody is called, from whatever list or from none; those of a list count too. null: at any time.
             * @example null
             */
            calling_hours_id: string | null;
            /**
             * @description The attributes by which GET /contacts finds contacts. In the order of the alphabet.
             * @example [
             *       "plan",
             *       "tier"
             *     ]
             */
            searchable_attributes: string[];
        };
        /** @description The API key that asks; never the key itself. */
        OwnApiKey: {
            /**
             * Format: uuid
             * @description Given by the service. Logs name keys by it.
             */
            api_key_id: string;
            /**
             * @description For people. Several keys may have the same.
             * @example CRM
             */
            name: string;
            /**
             * @description The first 12 characters of the key.
             * @example sl_live_4kQz
             */
            prefix: string;
            /**
             * @description What the key may do. `:write` does not include `:read`.
             * @example [
             *       "smart_lists:read",
             *       "smart_lists:write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description From then on it is refused. null: never.
             * @example null
             */
            expires_at: string | null;
        };
        /** @description A rate limit of a key, and what this process has left of it. */
        KeyRateLimit: {
            /**
             * @description How many requests.
             * @example 6000
             */
            requests: number;
            /**
             * @description In how many seconds.
             * @example 60
             */
            seconds: number;
            /**
             * @description How many requests are left: `r` of the header `RateLimit`.
             * @example 5999
             */
            remaining: number;
            /**
             * @description Seconds until a request is allowed by the process that answers. 0: while one is left.
             * @example 0
             */
            wait_seconds: number;
        };
        /** @description The rate limits that count for this key. */
        KeyRateLimits: {
            /** @description Of GET, this one counted. null: nothing limits them. */
            read: components["schemas"]["KeyRateLimit"] | null;
            /** @description Of everything else. null: nothing limits them. */
            write: components["schemas"]["KeyRateLimit"] | null;
        };
        /** @description A quota of the workspace, with its use. */
        QuotaUse: {
            resource: components["schemas"]["QuotaResource"];
            /**
             * @description What the workspace may hold. A write that would take it above a quota is 409 `quota_exceeded`.
             * @example 10000
             */
            limit: number;
            /**
             * @description What the workspace holds now.
             * @example 12
             */
            used: number;
            /**
             * @description What may be added. 0 where the use is above the quota.
             * @example 9988
             */
            left: number;
        };
        /** @description Who is asking. */
        MeResponse: {
            /** @description true of every success. */
            ok: boolean;
            workspace: components["schemas"]["OwnWorkspace"];
            api_key: components["schemas"]["OwnApiKey"];
            rate_limits: components["schemas"]["KeyRateLimits"];
            /** @description One a resource. */
            quotas: components["schemas"]["QuotaUse"][];
        };
        /** @description A new workspace. Everything else has its default, and can be changed later. */
        CreateWorkspace: {
            /**
             * @description For people. Several workspaces may have the same.
             * @example Harbour Sales
             */
            name: string;
            /**
             * @description The IANA name of the time zone whose days count, e.g. Europe/Vienna.
             * @example Europe/Vienna
             */
            time_zone: string;
        };
        /** @description `requests` at once, and the same number again, spread evenly, over `seconds`. */
        RateLimit: {
            /**
             * @description How many requests.
             * @example 6000
             */
            requests: number;
            /**
             * @description In how many seconds.
             * @example 60
             */
            seconds: number;
        };
        /** @description What each of its API keys may ask for. */
        RateLimits: {
            /** @description Of GET. null: the limit of the service counts. */
            read: components["schemas"]["RateLimit"] | null;
            /** @description Of everything else. null: the limit of the service counts. */
            write: components["schemas"]["RateLimit"] | null;
        };
        /** @description What the workspace may hold. A write that would take it above a quota is 409 `quota_exceeded`. */
        Quotas: {
            /**
             * @description Contacts.
             * @example 5000000
             */
            contacts: number;
            /**
             * @description Memberships of all smart lists together. Those of a deleted list count until its rows have followed.
             * @example 20000000
             */
            members: number;
            /**
             * @description Calls that are not completed.
             * @example 10000
             */
            open_calls: number;
            /**
             * @description Webhook deliveries that are pending or retrying. Counted every few seconds, so it may be passed by a little.
             * @example 1000000
             */
            deliveries_waiting: number;
        };
        /** @description A workspace: everything that one API key can reach. */
        Workspace: {
            /**
             * Format: uuid
             * @description Given by the service.
             */
            workspace_id: string;
            /**
             * @description For people. Several workspaces may have the same.
             * @example Harbour Sales
             */
            name: string;
            /**
             * @description The IANA name of the time zone whose days count, e.g. Europe/Vienna.
             * @example Europe/Vienna
             */
            time_zone: string;
            unlisted: components["schemas"]["UnlistedSettings"];
            /**
             * @description Seconds after which a call that nobody ended, and no heartbeat came for, is ended by the service. Counts for later calls.
             * @example 7200
             */
            lease_seconds: number;
            /**
             * @description Seconds that an ended call waits for its disposition. Counts for later ends.
             * @example 600
             */
            wrap_up_seconds: number;
            rate_limits: components["schemas"]["RateLimits"];
            quotas: components["schemas"]["Quotas"];
            /**
             * @description Days that the phones of calls are kept. After them calls show null, and nothing brings it back. null: for good.
             * @example 90
             */
            calls_keep_days: number | null;
            /**
             * @description Days that the messages of webhook deliveries, and the responses to them, are kept (responses 30 days at most). A delivery without its message is neither tried again nor redelivered. null: for good.
             * @example 30
             */
            deliveries_keep_days: number | null;
            /**
             * @description Limits of a contact over all lists: no contact, and no number, is called more often than `attempts` times in any `hours` hours, from whatever list. All of them hold. null: none.
             * @example null
             */
            contact_windows: components["schemas"]["ContactWindow"][] | null;
            /**
             * Format: uuid
             * @description The calling hours outside of which nobody is called, from whatever list or from none; those of a list count too. null: at any time.
             * @example null
             */
            calling_hours_id: string | null;
            /**
             * @description The attributes by which GET /contacts finds contacts. In the order of the alphabet.
             * @example [
             *       "plan",
             *       "tier"
             *     ]
             */
            searchable_attributes: string[];
            /**
             * @description Whether writes are paused: every write to the workspace is 503 with Retry-After, nobody is dialed, no webhook is sent, and no lease ends a call. Reads go on. For the time in which its log is copied to another service.
             * @example false
             */
            writes_paused: boolean;
            /**
             * @description Whether its log is being copied here from another service. Its keys are 503, and its writes paused, until they are resumed here.
             * @example false
             */
            arriving: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed; at first when it was created.
             */
            updated_at: string;
        };
        /** @description One workspace. */
        WorkspaceResponse: {
            /** @description true of every success. */
            ok: boolean;
            workspace: components["schemas"]["Workspace"];
        };
        /** @description What the workspace holds now, beside its quotas. */
        WorkspaceUsage: {
            /**
             * @description Contacts.
             * @example 120000
             */
            contacts: number;
            /**
             * @description Memberships of all smart lists together. Those of a deleted list count until its rows have followed.
             * @example 450000
             */
            members: number;
            /**
             * @description Calls that are not completed.
             * @example 12
             */
            open_calls: number;
            /**
             * @description Webhook deliveries that are pending or retrying.
             * @example 3
             */
            deliveries_waiting: number;
        };
        /** @description A workspace with what it holds. */
        ListedWorkspace: {
            /**
             * Format: uuid
             * @description Given by the service.
             */
            workspace_id: string;
            /**
             * @description For people. Several workspaces may have the same.
             * @example Harbour Sales
             */
            name: string;
            /**
             * @description The IANA name of the time zone whose days count, e.g. Europe/Vienna.
             * @example Europe/Vienna
             */
            time_zone: string;
            unlisted: components["schemas"]["UnlistedSettings"];
            /**
             * @description Seconds after which a call that nobody ended, and no heartbeat came for, is ended by the service. Counts for later calls.
             * @example 7200
             */
            lease_seconds: number;
            /**
             * @description Seconds that an ended call waits for its disposition. Counts for later ends.
             * @example 600
             */
            wrap_up_seconds: number;
            rate_limits: components["schemas"]["RateLimits"];
            quotas: components["schemas"]["Quotas"];
            /**
             * @description Days that the phones of calls are kept. After them calls show null, and nothing brings it back. null: for good.
             * @example 90
             */
            calls_keep_days: number | null;
            /**
             * @description Days that the messages of webhook deliveries, and the responses to them, are kept (responses 30 days at most). A delivery without its message is neither tried again nor redelivered. null: for good.
             * @example 30
             */
            deliveries_keep_days: number | null;
            /**
             * @description Limits of a contact over all lists: no contact, and no number, is called more often than `attempts` times in any `hours` hours, from whatever list. All of them hold. null: none.
             * @example null
             */
            contact_windows: components["schemas"]["ContactWindow"][] | null;
            /**
             * Format: uuid
             * @description The calling hours outside of which nobody is called, from whatever list or from none; those of a list count too. null: at any time.
             * @example null
             */
            calling_hours_id: string | null;
            /**
             * @description The attributes by which GET /contacts finds contacts. In the order of the alphabet.
             * @example [
             *       "plan",
             *       "tier"
             *     ]
             */
            searchable_attributes: string[];
            /**
             * @description Whether writes are paused: every write to the workspace is 503 with Retry-After, nobody is dialed, no webhook is sent, and no lease ends a call. Reads go on. For the time in which its log is copied to another service.
             * @example false
             */
            writes_paused: boolean;
            /**
             * @description Whether its log is being copied here from another service. Its keys are 503, and its writes paused, until they are resumed here.
             * @example false
             */
            arriving: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed; at first when it was created.
             */
            updated_at: string;
            use: components["schemas"]["WorkspaceUsage"];
        };
        /** @description A page of workspaces. */
        WorkspacePage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order of their creation. */
            workspaces: components["schemas"]["ListedWorkspace"][];
        };
        /** @description One workspace with what it holds. */
        ListedWorkspaceResponse: {
            /** @description true of every success. */
            ok: boolean;
            workspace: components["schemas"]["ListedWorkspace"];
        };
        /** @description How contacts are called that are on no list: never put on one, or taken off all of them. What is left out stays. */
        UnlistedSettingsPatch: {
            /**
             * @description Whether they are called at all, after everybody else.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description Calls per contact and day. null: no limit. 0: nobody is called.
             * @example 1
             */
            max_attempts_per_day?: number | null;
            /**
             * @description Calls per contact for life. null: no limit. 0: nobody is called.
             * @example null
             */
            max_attempts_total?: number | null;
            /**
             * @description Seconds from the end of such a call until the contact may be called so again.
             * @example 86400
             */
            min_retry_seconds?: number;
            /** @example 30 */
            dial_timeout_seconds?: components["schemas"]["DialTimeout"];
        };
        /** @description `requests` at once, and the same number again, spread evenly, over `seconds`. */
        SetRateLimit: {
            /**
             * @description How many requests.
             * @example 6000
             */
            requests: number;
            /**
             * @description In how many seconds.
             * @example 60
             */
            seconds: number;
        };
        /** @description What each of its API keys may ask for. What is left out stays. */
        RateLimitsPatch: {
            /** @description Of GET. null: the limit of the service counts. */
            read?: components["schemas"]["SetRateLimit"] | null;
            /** @description Of everything else. null: the limit of the service counts. */
            write?: components["schemas"]["SetRateLimit"] | null;
        };
        /** @description What the workspace may hold. A write that would take it above a quota is 409 `quota_exceeded`. What is left out stays. 0: nothing can be added. One below the use takes nothing away. */
        QuotasPatch: {
            /**
             * @description Contacts.
             * @example 5000000
             */
            contacts?: number;
            /**
             * @description Memberships of all smart lists together. Those of a deleted list count until its rows have followed.
             * @example 20000000
             */
            members?: number;
            /**
             * @description Calls that are not completed.
             * @example 10000
             */
            open_calls?: number;
            /**
             * @description Webhook deliveries that are pending or retrying. Counted every few seconds, so it may be passed by a little.
             * @example 1000000
             */
            deliveries_waiting?: number;
        };
        /** @description A limit of a contact. */
        SetContactWindow: {
            /**
             * @description How many calls. Those that ended not_placed and those that were registered are not counted.
             * @example 3
             */
            attempts: number;
            /**
             * @description In how many hours, on whatever day.
             * @example 24
             */
            hours: number;
        };
        /** @description A change of a workspace: what is left out stays, the nested fields too. */
        WorkspacePatch: {
            /**
             * @description For people. Several workspaces may have the same.
             * @example Harbour Sales
             */
            name?: string;
            /**
             * @description The IANA name of the time zone whose days count, e.g. Europe/Vienna.
             * @example Europe/Vienna
             */
            time_zone?: string;
            unlisted?: components["schemas"]["UnlistedSettingsPatch"];
            /**
             * @description Seconds after which a call that nobody ended, and no heartbeat came for, is ended by the service. Counts for later calls.
             * @example 7200
             */
            lease_seconds?: number;
            /**
             * @description Seconds that an ended call waits for its disposition. Counts for later ends.
             * @example 600
             */
            wrap_up_seconds?: number;
            rate_limits?: components["schemas"]["RateLimitsPatch"];
            quotas?: components["schemas"]["QuotasPatch"];
            /**
             * @description Days that the phones of calls are kept. After them calls show null, and nothing brings it back. null: for good.
             * @example 90
             */
            calls_keep_days?: number | null;
            /**
             * @description Days that the messages of webhook deliveries, and the responses to them, are kept (responses 30 days at most). A delivery without its message is neither tried again nor redelivered. null: for good.
             * @example 30
             */
            deliveries_keep_days?: number | null;
            /**
             * @description Limits of a contact over all lists: no contact, and no number, is called more often than `attempts` times in any `hours` hours, from whatever list. All of them hold. null: none.
             * @example [
             *       {
             *         "attempts": 3,
             *         "hours": 24
             *       }
             *     ]
             */
            contact_windows?: components["schemas"]["SetContactWindow"][] | null;
            /**
             * Format: uuid
             * @description The calling hours outside of which nobody is called, from whatever list or from none; those of a list count too. null: at any time. Calling hours of this workspace.
             * @example null
             */
            calling_hours_id?: string | null;
            /**
             * @description The attributes by which GET /contacts finds contacts. All of them; contacts from before are found by a new one as well. Empty: as if left out, since generated clients send what is not set as an empty list. null: none.
             * @example [
             *       "plan",
             *       "tier"
             *     ]
             */
            searchable_attributes?: string[] | null;
            /**
             * @description Whether writes are paused: every write to the workspace is 503 with Retry-After, nobody is dialed, no webhook is sent, and no lease ends a call. Reads go on. For the time in which its log is copied to another service.
             * @example false
             */
            writes_paused?: boolean;
        };
        /** @description Which workspace is meant, said twice. */
        DeleteWorkspace: {
            /**
             * @description The name of the workspace, typed again.
             * @example Harbour Sales
             */
            name: string;
        };
        /** @description The workspace is gone. */
        WorkspaceDeletedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Always true.
             * @example true
             */
            deleted: boolean;
            /**
             * Format: uuid
             * @description Of the workspace that was deleted.
             */
            workspace_id: string;
        };
        /** @description How a new signing secret relieves the earlier ones. */
        RotateSigningSecret: {
            /**
             * @description Seconds after which no earlier secret signs any more. 0: at once. Left out: `86400`.
             * @example 86400
             */
            previous_secret_expires_in?: number;
        };
        /** @description A signing secret, shown this once. */
        SigningSecretResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description `whsec_` and the base64 of 32 bytes. Not shown again.
             * @example whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=
             */
            signing_secret: string;
        };
        /** @description What became of the signing secrets of a page of workspaces. */
        ResealedSecretsPage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /**
             * @description Secrets that were sealed under an older key.
             * @example 12
             */
            resealed: number;
            /**
             * @description Secrets that have not expired and that no key of SECRETS_KEY opens: left as they are.
             * @example 0
             */
            unopened: number;
            /**
             * @description Workspaces whose personal keys were wrapped under an older key.
             * @example 3
             */
            rewrapped: number;
            /**
             * @description Workspaces of whose personal keys no key of SECRETS_KEY unwraps some: left as they are.
             * @example 0
             */
            not_unwrapped: number;
            /**
             * @description Workspaces of the page that could not be written now, such as one that waits for an event that this version cannot read: reseal again later. Their secrets are in neither of the other counts.
             * @example 0
             */
            workspaces_waiting: number;
        };
        /** @description A new API key. */
        CreateApiKey: {
            /**
             * @description For people. Several keys may have the same.
             * @example CRM
             */
            name: string;
            /**
             * @description What the key may do. `:write` does not include `:read`.
             * @example [
             *       "smart_lists:read",
             *       "smart_lists:write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description From then on the key is refused, e.g. 2030-01-01T00:00:00.000Z. Must be in the future. null, or left out: never.
             * @example null
             */
            expires_at?: string | null;
        };
        /** @description An API key; never the key itself. */
        ApiKey: {
            /**
             * Format: uuid
             * @description Given by the service. Logs name keys by it.
             */
            api_key_id: string;
            /**
             * @description For people. Several keys may have the same.
             * @example CRM
             */
            name: string;
            /**
             * @description The first 12 characters of the key.
             * @example sl_live_4kQz
             */
            prefix: string;
            /**
             * @description What the key may do. `:write` does not include `:read`.
             * @example [
             *       "smart_lists:read",
             *       "smart_lists:write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description From then on it is refused. null: never.
             * @example null
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Since then it is refused. null: it was not revoked.
             * @example null
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description When it was last used; may be a minute old. null: never, or it is not known any more.
             * @example null
             */
            last_used_at: string | null;
        };
        /** @description A new API key with its secret, shown this once. */
        NewApiKeyResponse: {
            /** @description true of every success. */
            ok: boolean;
            api_key: components["schemas"]["ApiKey"];
            /**
             * @description The key. Not shown again.
             * @example sl_live_0123456789ABCDEFGHIJKLMNOPQRSTUV1ggZdL
             */
            secret: string;
        };
        /** @description All API keys of a workspace. */
        ApiKeysResponse: {
            /** @description true of every success. */
            ok: boolean;
            /** @description In the order of their creation; revoked and expired ones too. */
            api_keys: components["schemas"]["ApiKey"][];
        };
        /** @description One API key. */
        ApiKeyResponse: {
            /** @description true of every success. */
            ok: boolean;
            api_key: components["schemas"]["ApiKey"];
        };
        /** @description A phone of a contact. */
        GivenPhone: {
            /**
             * @description In E.164.
             * @example +12025550101
             */
            phone: string;
            /**
             * @description What it is called. Left out or null: nothing.
             * @example office
             */
            label?: string | null;
        };
        /** @description A contact to be made or changed. */
        ImportContactsItem: {
            /**
             * @description Your own id of the contact, which no other contact has. An item of an import without `contact_id` is of the contact that has it, if there is one. null clears it.
             * @example null
             */
            external_id?: string | null;
            /** @description All its phones, each once. Empty: as if left out, since generated clients send what is not set as an empty list. The first one is dialed: it is `phone`. A reference by any of them is to this contact, unless another contact has it as its first one. */
            phones?: components["schemas"]["GivenPhone"][];
            /**
             * @description What you keep with the contact: those that are named are set, or removed by null; the rest stay. Names: 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter. Values: strings of at most 1,000 characters, numbers, true and false. All of them: at most 4,096 bytes as JSON.
             * @example {
             *       "tier": "gold",
             *       "visits": 3,
             *       "agreed": true
             *     }
             */
            attributes?: {
                [key: string]: unknown;
            };
            /**
             * @description Where the contact is: the name of a time zone of the IANA database. null clears it.
             * @example Europe/Vienna
             */
            time_zone?: string | null;
            /**
             * Format: uuid
             * @description A UUID of your choice: the contact of this id is changed, or made if there is none. Left out: the contact with the `external_id` is changed; a new one is made if there is none.
             * @example 0198f4b2-8d2f-7b4c-8e5f-60718293a4b5
             */
            contact_id?: string;
            /**
             * @description In E.164: the one that is dialed. Several contacts may have the same.
             * @example +12025550101
             */
            phone: string;
            /**
             * @description Left out: stays as it is, null in a new contact. null: none.
             * @example Ann
             */
            name?: string | null;
        };
        /** @description Contacts to be made or changed. */
        ImportContacts: {
            /** @description Of two of the same contact the last one counts. */
            contacts: components["schemas"]["ImportContactsItem"][];
            /**
             * @description true: an item that is refused (another contact has its `external_id`, or its contact is being erased) changes nothing, and refuses no other item. Left out: all or none. Left out: `false`.
             * @example false
             */
            partial?: boolean;
        };
        /** @description Why an item of an import is refused. */
        ImportRefusal: {
            /**
             * @description Pointer to the field in the request.
             * @example /contacts/3/external_id
             */
            pointer: string;
            /**
             * @description taken: another contact has the external id. being_erased: the contact is being erased.
             * @example taken
             */
            code: string;
            /**
             * @description A sentence for a person.
             * @example Another contact of this workspace has this external id.
             */
            detail: string;
        };
        /** @description What an item of an import is now. */
        ImportedContact: {
            /**
             * Format: uuid
             * @description The one of the item, or the one that the new contact was given.
             */
            contact_id: string;
            /**
             * @description In E.164.
             * @example +12025550101
             */
            phone: string;
            result?: components["schemas"]["ImportResult"];
            /** @description Only of a refused item: why. */
            refusal?: components["schemas"]["ImportRefusal"];
        };
        /** @description What became of an import. Items of the same contact are counted once. */
        ContactsImportedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Contacts that were made, or made anew after they had been deleted.
             * @example 1
             */
            created: number;
            /**
             * @description Contacts of which something was changed.
             * @example 0
             */
            updated: number;
            /**
             * @description Contacts that were so already.
             * @example 0
             */
            unchanged: number;
            /**
             * @description Contacts of refused items; 0 without `partial`.
             * @example 0
             */
            refused: number;
            /** @description One per item, in their order. */
            contacts: components["schemas"]["ImportedContact"][];
        };
        /** @description A phone of a contact. */
        ContactPhone: {
            /**
             * @description In E.164.
             * @example +12025550101
             */
            phone: string;
            /**
             * @description What it is called. null: nothing.
             * @example office
             */
            label: string | null;
        };
        /** @description A contact: whom members and calls refer to. */
        Contact: {
            /**
             * @description Your own id of it. null: none was given.
             * @example crm-4711
             */
            external_id: string | null;
            /** @description All its phones. The first one is dialed: it is `phone`. */
            phones: components["schemas"]["ContactPhone"][];
            /**
             * @description What you keep with it: strings, numbers and booleans.
             * @example {
             *       "tier": "gold",
             *       "visits": 3,
             *       "agreed": true
             *     }
             */
            attributes: {
                [key: string]: unknown;
            };
            /**
             * @description A time zone of the IANA database. null: none was given.
             * @example Europe/Vienna
             */
            time_zone: string | null;
            /**
             * Format: uuid
             * @description The id it was imported with or given.
             */
            contact_id: string;
            /**
             * @description In E.164. null: its key is lost; import it again.
             * @example +12025550101
             */
            phone: string | null;
            /**
             * @description null: none was given.
             * @example Ann
             */
            name: string | null;
            /**
             * Format: date-time
             * @description When it was first imported.
             */
            created_at: string;
            /**
             * @description Where it is, as counts now: its time_zone, else the zones that its phone may lie in, else the time zone of the workspace.
             * @example [
             *       "Europe/Vienna"
             *     ]
             */
            zones: string[];
            zones_source: components["schemas"]["ZonesSource"];
            /**
             * Format: date-time
             * @description Until when the limits of the workspace (contact_windows) keep it from being called, from whatever list. null: they do not, or there are none.
             */
            capped_until: string | null;
        };
        /** @description A page of contacts. */
        ContactPage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order that was asked for. */
            contacts: components["schemas"]["Contact"][];
        };
        /** @description One contact. */
        ContactResponse: {
            /** @description true of every success. */
            ok: boolean;
            contact: components["schemas"]["Contact"];
        };
        /** @description The refresh of zones that is under way. */
        ZonesRefreshResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description The table of numbers by which the zones are told: the one in use, or a newer one of a refresh that is under way where processes of two releases serve.
             * @example 1
             */
            zones_table: number;
        };
        /** @description What is to change of a contact. Left out: it stays as it is. */
        ChangeContact: {
            /**
             * @description Your own id of the contact, which no other contact has. An item of an import without `contact_id` is of the contact that has it, if there is one. null clears it.
             * @example null
             */
            external_id?: string | null;
            /** @description All its phones, each once. Empty: as if left out, since generated clients send what is not set as an empty list. The first one is dialed: it is `phone`. A reference by any of them is to this contact, unless another contact has it as its first one. */
            phones?: components["schemas"]["GivenPhone"][];
            /**
             * @description What you keep with the contact: those that are named are set, or removed by null; the rest stay. Names: 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter. Values: strings of at most 1,000 characters, numbers, true and false. All of them: at most 4,096 bytes as JSON.
             * @example {
             *       "tier": "gold",
             *       "visits": 3,
             *       "agreed": true
             *     }
             */
            attributes?: {
                [key: string]: unknown;
            };
            /**
             * @description Where the contact is: the name of a time zone of the IANA database. null clears it.
             * @example Europe/Vienna
             */
            time_zone?: string | null;
            /**
             * @description In E.164: the one that is dialed. Its label stays.
             * @example +12025550101
             */
            phone?: string;
            /**
             * @description null clears it.
             * @example Ann
             */
            name?: string | null;
        };
        /** @description A contact that is no more. */
        ContactDeletedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Always true.
             * @example true
             */
            deleted: boolean;
            /**
             * Format: uuid
             * @description Of the contact that was deleted.
             */
            contact_id: string;
            /**
             * Format: date-time
             * @description Only with `erase=true`: when it was erased. null: it is erased when its call has ended.
             * @example null
             */
            erased_at?: string | null;
        };
        /** @description A contact whose data are erased. */
        ContactErasedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Always true.
             * @example true
             */
            deleted: boolean;
            /**
             * Format: uuid
             * @description Of the contact that was erased.
             */
            contact_id: string;
            /**
             * Format: date-time
             * @description When it was erased. null: it is erased when its call has ended.
             */
            erased_at: string | null;
        };
        /** @description Contacts whose data are to be erased. */
        EraseContacts: {
            /**
             * @description Deleted ones too.
             * @example [
             *       "0198f4b2-a041-7d6e-af71-8293a4b5c6d8"
             *     ]
             */
            contact_ids: string[];
        };
        /** @description What became of one contact. */
        ErasedContact: {
            /**
             * Format: uuid
             * @description The one of the request.
             */
            contact_id: string;
            result: components["schemas"]["ErasureResult"];
            /**
             * Format: date-time
             * @description When it was erased. null: it is not.
             */
            erased_at: string | null;
        };
        /** @description What became of contacts that were to be erased. */
        ContactsErasedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /** @description One per id, in their order. */
            contacts: components["schemas"]["ErasedContact"][];
        };
        /** @description A number that is not to be dialed. */
        NewDoNotCallEntry: {
            /**
             * @description In E.164.
             * @example +436601234567
             */
            phone: string;
            /**
             * @description For people. Left out: null.
             * @example asked by mail
             */
            reason?: string | null;
            /**
             * Format: date-time
             * @description Must be in the future. From then on the number may be dialed again. null: the entry counts until it is removed. Left out: null.
             * @example null
             */
            expires_at?: string | null;
        };
        /** @description Numbers for the do-not-call register. */
        EnterDoNotCall: {
            /**
             * @description Worked off in their order, all or none.
             * @example [
             *       {
             *         "phone": "+436601234567",
             *         "reason": "asked by mail"
             *       }
             *     ]
             */
            entries: components["schemas"]["NewDoNotCallEntry"][];
        };
        /** @description How many numbers were entered. */
        DoNotCallEntered: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Numbers without an entry that counted, those whose entry had expired included.
             * @example 1
             */
            added: number;
            /**
             * @description Entries that got another reason or expiry.
             * @example 1
             */
            updated: number;
            /**
             * @description Entries that were so already.
             * @example 1
             */
            unchanged: number;
        };
        /** @description Numbers that may be dialed again. */
        RemoveDoNotCall: {
            /**
             * @description In E.164.
             * @example [
             *       "+436601234567"
             *     ]
             */
            phones: string[];
        };
        /** @description How many numbers may be dialed again. */
        DoNotCallRemoved: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Entries that counted until now.
             * @example 1
             */
            removed: number;
            /**
             * @description Repeats, and numbers without an entry that counted.
             * @example 1
             */
            skipped: number;
        };
        /** @description A number that is not dialed. */
        DoNotCallEntry: {
            /**
             * @description In E.164. null: the contact was erased that had it; the number itself is barred all the same.
             * @example +436601234567
             */
            phone: string | null;
            /**
             * @description For people. null: none was given.
             * @example asked by mail
             */
            reason: string | null;
            source: components["schemas"]["DoNotCallSource"];
            /**
             * Format: date-time
             * @description From then on the number may be dialed again. null: the entry counts until it is removed.
             * @example null
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was added. A change of reason or expiry leaves it.
             */
            added_at: string;
        };
        /** @description A page of the do-not-call register. */
        DoNotCallEntries: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order in which they were added. */
            entries: components["schemas"]["DoNotCallEntry"][];
        };
        /** @description One number that is not dialed. */
        DoNotCallEntryResponse: {
            /** @description true of every success. */
            ok: boolean;
            entry: components["schemas"]["DoNotCallEntry"];
        };
        /** @description The gaps of all results: it takes the place of the one before. */
        SetRetrySeconds: {
            /**
             * @description After a call that was answered.
             * @example 86400
             */
            answered?: number;
            /**
             * @description After a call that nobody answered.
             * @example 7200
             */
            no_answer?: number;
            /**
             * @description After a busy line.
             * @example 300
             */
            busy?: number;
            /**
             * @description After a voicemail.
             * @example 14400
             */
            voicemail?: number;
            /**
             * @description After a call that failed.
             * @example 3600
             */
            failed?: number;
            /**
             * @description After a call that was cancelled.
             * @example 3600
             */
            cancelled?: number;
            /**
             * @description After a call that was never placed: it counts as no attempt.
             * @example 0
             */
            not_placed?: number;
            /**
             * @description After a call whose lease had passed.
             * @example 3600
             */
            lost?: number;
        };
        /** @description A window of a list. */
        SetAttemptWindow: {
            /**
             * @description How many calls. One that ended not_placed is not counted.
             * @example 3
             */
            attempts: number;
            /**
             * @description In how many hours, whatever the day.
             * @example 24
             */
            hours: number;
        };
        /** @description A new smart list. What is left out has its default. */
        CreateSmartList: {
            /**
             * @description Unique among the active lists of the workspace, upper and lower case being the same.
             * @example Spring campaign
             */
            name: string;
            /**
             * @description For people; the service does nothing with it. null: none. Left out: `null`.
             * @example Leads of the spring fair
             */
            description?: string | null;
            /**
             * @description Left out: `medium`.
             * @example high
             */
            priority?: components["schemas"]["Priority"];
            /**
             * @description Calls from this list per contact and day of the workspace's time zone. null: no limit. 0: nobody is called. Left out: `null`.
             * @example 3
             */
            max_attempts_per_day?: number | null;
            /**
             * @description Calls from this list per contact for life. null: no limit. 0: nobody is called. Left out: `null`.
             * @example 10
             */
            max_attempts_total?: number | null;
            /**
             * @description Seconds from the end of a call until the contact may be called from this list again. Left out: `3600`.
             * @example 3600
             */
            min_retry_seconds?: number;
            /**
             * @description Such seconds by the result of the call; a disposition that has `retry_seconds` comes before. null: the same for all. Left out: `null`.
             * @example {
             *       "busy": 300,
             *       "no_answer": 7200
             *     }
             */
            retry_seconds?: components["schemas"]["SetRetrySeconds"] | null;
            /**
             * @description Calls from this list per contact in any hours; all of them hold. null: no limit. Left out: `null`.
             * @example [
             *       {
             *         "attempts": 3,
             *         "hours": 24
             *       }
             *     ]
             */
            attempt_windows?: components["schemas"]["SetAttemptWindow"][] | null;
            /**
             * @description Left out: `30`.
             * @example 30
             */
            dial_timeout_seconds?: components["schemas"]["DialTimeout"];
            /**
             * Format: uuid
             * @description The list that takes members who have had all of `max_attempts_total`. null: they stay. An active list, not this one, and none that leads back to it. Left out: `null`.
             * @example null
             */
            next_list_id?: string | null;
            /**
             * Format: uuid
             * @description The calling hours outside of which nobody is called from it; those of the workspace count too. null: at any time. Calling hours of this workspace. Left out: `null`.
             * @example null
             */
            calling_hours_id?: string | null;
            /**
             * @description true: nobody is called from it; nothing else stops, and every member keeps its place. Left out: `false`.
             * @example false
             */
            paused?: boolean;
        };
        /** @description Seconds from the end of a call until the contact may be called from the list again, by the result of that call. What is left out has `min_retry_seconds`. */
        RetrySeconds: {
            /**
             * @description After a call that was answered.
             * @example 86400
             */
            answered?: number;
            /**
             * @description After a call that nobody answered.
             * @example 7200
             */
            no_answer?: number;
            /**
             * @description After a busy line.
             * @example 300
             */
            busy?: number;
            /**
             * @description After a voicemail.
             * @example 14400
             */
            voicemail?: number;
            /**
             * @description After a call that failed.
             * @example 3600
             */
            failed?: number;
            /**
             * @description After a call that was cancelled.
             * @example 3600
             */
            cancelled?: number;
            /**
             * @description After a call that was never placed: it counts as no attempt.
             * @example 0
             */
            not_placed?: number;
            /**
             * @description After a call whose lease had passed.
             * @example 3600
             */
            lost?: number;
        };
        /** @description At most `attempts` calls to a contact from the list in any `hours` hours. */
        AttemptWindow: {
            /**
             * @description How many calls. One that ended not_placed is not counted.
             * @example 3
             */
            attempts: number;
            /**
             * @description In how many hours, whatever the day.
             * @example 24
             */
            hours: number;
        };
        /** @description A smart list: dialing settings, and whom they count for. */
        SmartList: {
            /**
             * Format: uuid
             * @description Given by the service.
             */
            smart_list_id: string;
            /**
             * @description Unique among the active lists of the workspace, upper and lower case being the same.
             * @example Spring campaign
             */
            name: string;
            /**
             * @description For people; the service does nothing with it. null: none.
             * @example null
             */
            description: string | null;
            priority: components["schemas"]["Priority"];
            /**
             * @description Calls from this list per contact and day of the workspace's time zone. null: no limit. 0: nobody is called.
             * @example 3
             */
            max_attempts_per_day: number | null;
            /**
             * @description Calls from this list per contact for life. null: no limit. 0: nobody is called.
             * @example null
             */
            max_attempts_total: number | null;
            /**
             * @description Seconds from the end of a call until the contact may be called from this list again.
             * @example 3600
             */
            min_retry_seconds: number;
            /**
             * @description Such seconds by the result of the call; a disposition that has `retry_seconds` comes before. null: the same for all.
             * @example null
             */
            retry_seconds: components["schemas"]["RetrySeconds"] | null;
            /**
             * @description Calls from this list per contact in any hours; all of them hold. null: no limit.
             * @example null
             */
            attempt_windows: components["schemas"]["AttemptWindow"][] | null;
            dial_timeout_seconds: components["schemas"]["DialTimeout"];
            /**
             * Format: uuid
             * @description The list that takes members who have had all of `max_attempts_total`. null: they stay.
             * @example null
             */
            next_list_id: string | null;
            /**
             * Format: uuid
             * @description The calling hours outside of which nobody is called from it; those of the workspace count too. null: at any time.
             * @example null
             */
            calling_hours_id: string | null;
            /**
             * @description true: nobody is called from it; nothing else stops, and every member keeps its place.
             * @example false
             */
            paused: boolean;
            source: components["schemas"]["SmartListSource"];
            /**
             * @description Members of every status but `removed`. Not part of the version.
             * @example 120
             */
            member_count: number;
            /**
             * @description Counts the changes of the settings; in quotes it is the ETag.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its settings were last changed; at first when it was created.
             */
            updated_at: string;
        };
        /** @description One smart list. */
        SmartListResponse: {
            /** @description true of every success. */
            ok: boolean;
            smart_list: components["schemas"]["SmartList"];
        };
        /** @description A page of the active smart lists. */
        SmartListPage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order of their creation. */
            smart_lists: components["schemas"]["SmartList"][];
        };
        /** @description A change of a smart list: what is left out stays as it is. */
        SmartListPatch: {
            /**
             * @description Unique among the active lists of the workspace, upper and lower case being the same.
             * @example Spring campaign
             */
            name?: string;
            /**
             * @description For people; the service does nothing with it. null: none.
             * @example Leads of the spring fair
             */
            description?: string | null;
            /** @example high */
            priority?: components["schemas"]["Priority"];
            /**
             * @description Calls from this list per contact and day of the workspace's time zone. null: no limit. 0: nobody is called.
             * @example 3
             */
            max_attempts_per_day?: number | null;
            /**
             * @description Calls from this list per contact for life. null: no limit. 0: nobody is called.
             * @example 10
             */
            max_attempts_total?: number | null;
            /**
             * @description Seconds from the end of a call until the contact may be called from this list again.
             * @example 3600
             */
            min_retry_seconds?: number;
            /**
             * @description Such seconds by the result of the call; a disposition that has `retry_seconds` comes before. null: the same for all.
             * @example {
             *       "busy": 300,
             *       "no_answer": 7200
             *     }
             */
            retry_seconds?: components["schemas"]["SetRetrySeconds"] | null;
            /**
             * @description Calls from this list per contact in any hours; all of them hold. null: no limit.
             * @example [
             *       {
             *         "attempts": 3,
             *         "hours": 24
             *       }
             *     ]
             */
            attempt_windows?: components["schemas"]["SetAttemptWindow"][] | null;
            /** @example 30 */
            dial_timeout_seconds?: components["schemas"]["DialTimeout"];
            /**
             * Format: uuid
             * @description The list that takes members who have had all of `max_attempts_total`. null: they stay. An active list, not this one, and none that leads back to it.
             * @example null
             */
            next_list_id?: string | null;
            /**
             * Format: uuid
             * @description The calling hours outside of which nobody is called from it; those of the workspace count too. null: at any time. Calling hours of this workspace.
             * @example null
             */
            calling_hours_id?: string | null;
            /**
             * @description true: nobody is called from it; nothing else stops, and every member keeps its place.
             * @example false
             */
            paused?: boolean;
        };
        /** @description How many members of the list would change, and how. One member may be counted several times. Changes of the name, the description, the priority, the ring time or the next list alone change no member. */
        DryRunMembers: {
            /**
             * @description Members that were judged: all of them, or 100,000 of a longer list. 0: none would change.
             * @example 12
             */
            judged: number;
            /**
             * @description Whether every member was judged. false: the counts are of those judged, which are the first in the order of picks.
             * @example true
             */
            complete: boolean;
            /**
             * @description Their attempts reach the lower `max_attempts_total`, and had not reached the old one.
             * @example 12
             */
            exhausted: number;
            /**
             * @description Those exhausted who leave for the next list at once, or within seconds. Those in a call may when it completes.
             * @example 12
             */
            moved: number;
            /**
             * @description They become `frozen`, and are not now.
             * @example 12
             */
            frozen: number;
            /**
             * @description They become `queued`, and are not now.
             * @example 12
             */
            newly_eligible: number;
            /**
             * @description They are `queued` now, and become something else.
             * @example 12
             */
            no_longer_eligible: number;
        };
        /** @description A contact that would be called, as in GET /dialer/preview. */
        DryRunPick: {
            /**
             * Format: uuid
             * @description Who would be called.
             */
            contact_id: string;
            /**
             * Format: uuid
             * @description The list they would be called from. null: they are on none.
             */
            smart_list_id: string | null;
            /**
             * @description Which attempt from that list, or without a list, it would be, from 1.
             * @example 1
             */
            attempt_number: number;
        };
        /** @description The first of the queue of the workspace, without and with the change. */
        DryRunQueue: {
            /** @description Whom the next calls would be with now. */
            before: components["schemas"]["DryRunPick"][];
            /** @description Whom they would be with after the change, when all members have moved. */
            after: components["schemas"]["DryRunPick"][];
        };
        /** @description What a change of a smart list would do. */
        SmartListDryRun: {
            /**
             * Format: date-time
             * @description The instant at which it would be so.
             */
            as_of: string;
            members: components["schemas"]["DryRunMembers"];
            queue: components["schemas"]["DryRunQueue"];
        };
        /** @description A smart list that was changed, or would be. */
        SmartListChangedResponse: {
            /** @description true of every success. */
            ok: boolean;
            smart_list: components["schemas"]["SmartList"];
            /** @description Only with `dry_run=true`: the list is shown as it would be. */
            dry_run?: components["schemas"]["SmartListDryRun"];
        };
        /** @description What a clone is given of its own. */
        CloneSmartList: {
            /**
             * @description Unique like any name. Left out: `<name> (copy)`, or `(copy 2)` and so on where that is taken, the name cut so that it fits.
             * @example Summer campaign
             */
            name?: string;
        };
        /** @description Whose attempts are reset. */
        ResetSmartList: {
            /**
             * @description true: of the members who have used up `max_attempts_total`. false: of all members. Left out: `true`.
             * @example true
             */
            completed_only?: boolean;
        };
        /** @description A smart list whose members were reset. */
        SmartListResetResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * Format: uuid
             * @description Of the list.
             */
            smart_list_id: string;
            /**
             * @description Always true, also where nobody had attempts to reset.
             * @example true
             */
            reset: boolean;
        };
        /** @description A smart list that is no more. */
        SmartListDeletedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Always true.
             * @example true
             */
            deleted: boolean;
            /**
             * Format: uuid
             * @description Of the list that was deleted.
             */
            smart_list_id: string;
        };
        /** @description A time of some days of the week. */
        HoursInterval: {
            /**
             * @description The days on which it begins.
             * @example [
             *       "mon",
             *       "tue",
             *       "wed",
             *       "thu",
             *       "fri"
             *     ]
             */
            days: components["schemas"]["Weekday"][];
            /**
             * @description Included; 00:00 to 23:45, on a quarter of an hour.
             * @example 09:00
             */
            from: string;
            /**
             * @description Excluded; 00:00 to 24:00, on a quarter of an hour. Where it is not after `from`, it is on the day after.
             * @example 17:00
             */
            to: string;
        };
        /** @description New calling hours. */
        CreateCallingHours: {
            /**
             * @description Unique among the calling hours of the workspace, upper and lower case being the same.
             * @example Weekdays 9 to 5
             */
            name: string;
            /**
             * @description By whose clock: contact (all zones of the contact must be open), workspace, or a time zone of the IANA database.
             * @example contact
             */
            zone?: string;
            /** @description When they are open: inside any of these. */
            intervals: components["schemas"]["HoursInterval"][];
            /**
             * @description YYYY-MM-DD: nothing of these dates is open.
             * @example [
             *       "2030-12-25"
             *     ]
             */
            closed_dates?: string[];
        };
        /** @description Times of the week, by a clock on the wall. */
        CallingHours: {
            /**
             * Format: uuid
             * @description Given by the service.
             */
            calling_hours_id: string;
            /**
             * @description Unique among the calling hours of the workspace, upper and lower case being the same.
             * @example Weekdays 9 to 5
             */
            name: string;
            /**
             * @description By whose clock: contact (all zones of the contact must be open), workspace, or a time zone of the IANA database.
             * @example contact
             */
            zone: string;
            /** @description When they are open: inside any of these. */
            intervals: components["schemas"]["HoursInterval"][];
            /**
             * @description YYYY-MM-DD: nothing of these dates is open.
             * @example [
             *       "2030-12-25"
             *     ]
             */
            closed_dates: string[];
            /**
             * @description Counts the changes; in quotes it is the ETag.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When they were created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When they were last changed; at first when they were created.
             */
            updated_at: string;
        };
        /** @description Calling hours. */
        CallingHoursResponse: {
            /** @description true of every success. */
            ok: boolean;
            calling_hours: components["schemas"]["CallingHours"];
        };
        /** @description A page of the calling hours. */
        CallingHoursPage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order of their creation. */
            calling_hours: components["schemas"]["CallingHours"][];
        };
        /** @description A change of calling hours: what is left out stays as it is. */
        CallingHoursPatch: {
            /**
             * @description Unique among the calling hours of the workspace, upper and lower case being the same.
             * @example Weekdays 9 to 5
             */
            name?: string;
            /**
             * @description By whose clock: contact (all zones of the contact must be open), workspace, or a time zone of the IANA database.
             * @example contact
             */
            zone?: string;
            /** @description When they are open: inside any of these. */
            intervals?: components["schemas"]["HoursInterval"][];
            /**
             * @description YYYY-MM-DD: nothing of these dates is open.
             * @example [
             *       "2030-12-25"
             *     ]
             */
            closed_dates?: string[];
        };
        /** @description Calling hours that are no more. */
        CallingHoursDeletedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Always true.
             * @example true
             */
            deleted: boolean;
            /**
             * Format: uuid
             * @description Of the calling hours that were deleted.
             */
            calling_hours_id: string;
        };
        /** @description A new dial group. */
        CreateDialGroup: {
            /**
             * @description Unique among the dial groups of the workspace, upper and lower case being the same.
             * @example Team North
             */
            name: string;
            /**
             * @description The lists that are dialed: active ones, each once.
             * @example [
             *       "01938f3a-7c2e-7b3a-9d5e-2f6a1b0c4d5e"
             *     ]
             */
            smart_list_ids: string[];
        };
        /** @description Lists that are dialed together, in a round of their own. */
        DialGroup: {
            /**
             * Format: uuid
             * @description Given by the service.
             */
            dial_group_id: string;
            /**
             * @description Unique among the dial groups of the workspace, upper and lower case being the same.
             * @example Team North
             */
            name: string;
            /** @description Its lists. A list that is deleted leaves its groups; a group without lists dials nobody. */
            smart_list_ids: string[];
            /**
             * @description Counts the changes; in quotes it is the ETag.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed; at first when it was created.
             */
            updated_at: string;
        };
        /** @description One dial group. */
        DialGroupResponse: {
            /** @description true of every success. */
            ok: boolean;
            dial_group: components["schemas"]["DialGroup"];
        };
        /** @description A page of the dial groups. */
        DialGroupPage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order of their creation. */
            dial_groups: components["schemas"]["DialGroup"][];
        };
        /** @description A change of a dial group: what is left out stays as it is. */
        DialGroupPatch: {
            /**
             * @description Unique among the dial groups of the workspace, upper and lower case being the same.
             * @example Team North
             */
            name?: string;
            /**
             * @description The lists that are dialed: active ones, each once.
             * @example [
             *       "01938f3a-7c2e-7b3a-9d5e-2f6a1b0c4d5e"
             *     ]
             */
            smart_list_ids?: string[];
        };
        /** @description A dial group that is no more. */
        DialGroupDeletedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Always true.
             * @example true
             */
            deleted: boolean;
            /**
             * Format: uuid
             * @description Of the dial group that was deleted.
             */
            dial_group_id: string;
        };
        /** @description A disposition as it was when it was applied. */
        LastDisposition: {
            /**
             * Format: uuid
             * @description The outcome, which may be gone by now.
             */
            outcome_id: string;
            /**
             * @description Its name at that time.
             * @example Interested
             */
            outcome_name: string;
        };
        /** @description A promise to call a member at an instant. */
        Callback: {
            /**
             * Format: date-time
             * @description When it was promised for.
             */
            callback_at: string;
            /**
             * @description Your own id of its owner. null: it has none.
             * @example agent-7
             */
            agent_id: string | null;
            /**
             * @description For how long from `due_at` on it is kept for its owner. null: it has none.
             * @example 900
             */
            owner_seconds: number | null;
            /**
             * Format: date-time
             * @description When it is due: at `callback_at`, or once the daily cap, the windows of the list and the limits of the contact allow the call; calling hours do not move it. null: `max_attempts_per_day` is 0.
             */
            due_at: string | null;
            /**
             * Format: date-time
             * @description From when on anybody is given it. null: it has no owner, or `due_at` is null.
             */
            owner_until: string | null;
        };
        /** @description A contact on a smart list. Status, reason and times are those of the instant of the answer. */
        Member: {
            /**
             * Format: uuid
             * @description The contact.
             */
            contact_id: string;
            /**
             * @description Of the contact, in E.164. null: it was erased.
             * @example +436601234567
             */
            phone: string | null;
            /**
             * Format: uuid
             * @description The list.
             */
            smart_list_id: string;
            status: components["schemas"]["MemberStatus"];
            status_reason: components["schemas"]["MemberStatusReason"];
            /**
             * @description Calls that were dispatched from this list since its last reset, or for life without one: leaving and coming back does not reset it. One that ended not_placed is not counted.
             * @example 0
             */
            attempt_count: number;
            /**
             * @description Calls that were dispatched from this list on the current day of the workspace's time zone, those of before a reset too. One that ended not_placed is not counted.
             * @example 0
             */
            attempts_today: number;
            /**
             * Format: date-time
             * @description When the last call from this list was dispatched. null: there was none.
             * @example null
             */
            last_attempt_at: string | null;
            /**
             * @description The last one applied to a call from this list. null: there was none.
             * @example null
             */
            last_disposition: components["schemas"]["LastDisposition"] | null;
            /**
             * Format: date-time
             * @description Of queued: since when it may be called. Of waiting: from when on, if nothing else happens. null of any other status.
             */
            schedule_time: string | null;
            /**
             * @description null: none is to come.
             * @example null
             */
            callback: components["schemas"]["Callback"] | null;
            source: components["schemas"]["MemberSource"];
            /**
             * Format: date-time
             * @description When this membership began.
             */
            added_at: string;
            /**
             * Format: date-time
             * @description When the contact was erased. null: it was not.
             * @example null
             */
            erased_at: string | null;
        };
        /** @description A page of members. */
        MemberPage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order that the operation says. */
            members: components["schemas"]["Member"][];
        };
        /** @description One member. */
        MemberResponse: {
            /** @description true of every success. */
            ok: boolean;
            member: components["schemas"]["Member"];
        };
        /** @description The callback of a member. */
        ChangeMember: {
            /**
             * Format: date-time
             * @description When the contact is to be called. One in the past is taken as now. null: not any more.
             * @example 2026-01-05T09:00:00.000Z
             */
            callback_at: string | null;
            /**
             * @description Your own id of the agent who owns the callback: it alone is given it at first. null: nobody does.
             * @example null
             */
            callback_agent_id?: string | null;
            /**
             * @description For how long, in seconds, from the instant at which the callback is due. null: 900.
             * @example null
             */
            callback_owner_seconds?: number | null;
        };
        /** @description A member, with the name of its list. Status, reason and times are those of the instant of the answer. */
        Membership: {
            /**
             * Format: uuid
             * @description The contact.
             */
            contact_id: string;
            /**
             * @description Of the contact, in E.164. null: it was erased.
             * @example +436601234567
             */
            phone: string | null;
            /**
             * Format: uuid
             * @description The list.
             */
            smart_list_id: string;
            status: components["schemas"]["MemberStatus"];
            status_reason: components["schemas"]["MemberStatusReason"];
            /**
             * @description Calls that were dispatched from this list since its last reset, or for life without one: leaving and coming back does not reset it. One that ended not_placed is not counted.
             * @example 0
             */
            attempt_count: number;
            /**
             * @description Calls that were dispatched from this list on the current day of the workspace's time zone, those of before a reset too. One that ended not_placed is not counted.
             * @example 0
             */
            attempts_today: number;
            /**
             * Format: date-time
             * @description When the last call from this list was dispatched. null: there was none.
             * @example null
             */
            last_attempt_at: string | null;
            /**
             * @description The last one applied to a call from this list. null: there was none.
             * @example null
             */
            last_disposition: components["schemas"]["LastDisposition"] | null;
            /**
             * Format: date-time
             * @description Of queued: since when it may be called. Of waiting: from when on, if nothing else happens. null of any other status.
             */
            schedule_time: string | null;
            /**
             * @description null: none is to come.
             * @example null
             */
            callback: components["schemas"]["Callback"] | null;
            source: components["schemas"]["MemberSource"];
            /**
             * Format: date-time
             * @description When this membership began.
             */
            added_at: string;
            /**
             * Format: date-time
             * @description When the contact was erased. null: it was not.
             * @example null
             */
            erased_at: string | null;
            /**
             * @description The name of the list, as it is now.
             * @example Spring campaign
             */
            smart_list_name: string;
        };
        /** @description A page of memberships. */
        MembershipPage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order of the ids of their lists. */
            memberships: components["schemas"]["Membership"][];
        };
        /** @description Names a contact. Exactly one of contact_id, phone must be given. */
        MemberReference: {
            /**
             * Format: uuid
             * @description The id of the contact.
             * @example 0198f4b2-8d2f-7b4c-8e5f-60718293a4b5
             */
            contact_id?: string;
            /**
             * @description In E.164. Of several contacts with it the one imported first.
             * @example +12025550101
             */
            phone?: string;
        };
        /** @description The contacts that are meant. */
        MemberReferences: {
            /**
             * @description Each is counted in the answer. A malformed one refuses them all.
             * @example [
             *       {
             *         "contact_id": "0198f4b2-8d2f-7b4c-8e5f-60718293a4b5"
             *       },
             *       {
             *         "phone": "+12025550101"
             *       }
             *     ]
             */
            members: components["schemas"]["MemberReference"][];
        };
        /** @description A reference that resolves to no contact. */
        UnmatchedReference: {
            /**
             * Format: uuid
             * @description Where it was given: in lower case.
             * @example 0198f4b2-8d2f-7b4c-8e5f-60718293a4b5
             */
            contact_id?: string;
            /**
             * @description Where it was given.
             * @example +12025550101
             */
            phone?: string;
        };
        /** @description What became of each reference: the three counts add up to their number. */
        MembersAddedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description References to a contact that was named before in the same batch, or that is so already.
             * @example 0
             */
            skipped: number;
            /**
             * @description References that resolve to no contact.
             * @example 0
             */
            unmatched: number;
            /** @description Those references, in their order. Left out where `unmatched` is 0. */
            unmatched_references?: components["schemas"]["UnmatchedReference"][];
            /**
             * @description Contacts that became members.
             * @example 2
             */
            inserted: number;
        };
        /** @description What became of each reference: the three counts add up to their number. */
        MembersRemovedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description References to a contact that was named before in the same batch, or that is so already.
             * @example 0
             */
            skipped: number;
            /**
             * @description References that resolve to no contact.
             * @example 0
             */
            unmatched: number;
            /** @description Those references, in their order. Left out where `unmatched` is 0. */
            unmatched_references?: components["schemas"]["UnmatchedReference"][];
            /**
             * @description Contacts that were members and no longer are.
             * @example 2
             */
            removed: number;
        };
        /** @description What became of each reference: the three counts add up to their number. */
        MembersResetResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description References to a contact that was named before in the same batch, that is no active member, or whose `attempt_count` is 0.
             * @example 0
             */
            skipped: number;
            /**
             * @description References that resolve to no contact.
             * @example 0
             */
            unmatched: number;
            /** @description Those references, in their order. Left out where `unmatched` is 0. */
            unmatched_references?: components["schemas"]["UnmatchedReference"][];
            /**
             * @description Members whose `attempt_count` was above 0, and is 0 now.
             * @example 2
             */
            reset: number;
        };
        /** @description Members of a list by status and reason, at one instant. All but `removed` add up to `active`. */
        MembersByStatus: {
            /**
             * @description Contacts that are on the list.
             * @example 1000
             */
            active: number;
            /**
             * @description queued: may be called now.
             * @example 400
             */
            queued: number;
            /**
             * @description waiting, callback_scheduled: have a callback at a later time.
             * @example 0
             */
            waiting_callback: number;
            /**
             * @description waiting, daily_cap_reached: have had all calls of this day.
             * @example 300
             */
            waiting_daily_cap: number;
            /**
             * @description waiting, window_cap_reached: have had all calls of one of the `attempt_windows`.
             * @example 0
             */
            waiting_window_cap: number;
            /**
             * @description waiting, contact_cap_reached: have had all calls of one of the `contact_windows` of the workspace.
             * @example 0
             */
            waiting_contact_cap: number;
            /**
             * @description waiting, retry_gap: the retry gap has not passed.
             * @example 100
             */
            waiting_retry_gap: number;
            /**
             * @description waiting, calling_hours: those of the list, or of the workspace, are closed for them.
             * @example 0
             */
            waiting_calling_hours: number;
            /**
             * @description in_call: have a call in flight, from whatever list.
             * @example 20
             */
            in_call: number;
            /**
             * @description completed: have had all of `max_attempts_total`.
             * @example 180
             */
            completed: number;
            /**
             * @description frozen: all of `active` where a cap of the list is 0, else none.
             * @example 0
             */
            frozen: number;
            /**
             * @description removed: contacts that have left the list and are not on it again. They are no part of `active`.
             * @example 12
             */
            removed: number;
        };
        /** @description How far a smart list is, at one instant. */
        ListProgress: {
            /**
             * Format: date-time
             * @description The instant that the numbers are of.
             */
            at: string;
            members: components["schemas"]["MembersByStatus"];
            /**
             * @description Calls that were dispatched from the list, for life, also to contacts that have left it; a reset of members does not change it. One that ended not_placed is not counted.
             * @example 2100
             */
            attempt_count: number;
            /**
             * @description Those of them that began on the current day of the workspace's time zone.
             * @example 350
             */
            attempts_today: number;
            /**
             * @description Calls that were dispatched from the list within the 3,600 seconds before `at`, whatever their result.
             * @example 120
             */
            dispatched_last_hour: number;
            /**
             * Format: date-time
             * @description When all members that are queued or waiting will have been called once more, at the rate of the last hour. It knows nothing of gaps and caps to come. null: there are none, or nobody was called in the last hour.
             */
            estimated_end_at: string | null;
        };
        /** @description The progress of a smart list. */
        ListProgressResponse: {
            /** @description true of every success. */
            ok: boolean;
            progress: components["schemas"]["ListProgress"];
        };
        /** @description A new import. Its file is sent to it afterwards. */
        CreateImport: {
            /** @example contacts */
            kind: components["schemas"]["ImportKind"];
            /**
             * Format: uuid
             * @description The list of the members. Members need one. null: of contacts, none; of removals, all lists. Left out: `null`.
             * @example null
             */
            smart_list_id?: string | null;
            /**
             * @description A name for people, of the file for one. null: none. Left out: `null`.
             * @example autumn.csv
             */
            name?: string | null;
        };
        /** @description What became of the rows that are done. */
        ImportCounts: {
            /**
             * @description Rows that made a contact.
             * @example 0
             */
            created: number;
            /**
             * @description Rows that changed a contact.
             * @example 0
             */
            updated: number;
            /**
             * @description Rows that found everything as they say. Of contacts that are added to a list, those that were so already.
             * @example 0
             */
            unchanged: number;
            /**
             * @description Contacts that became members.
             * @example 0
             */
            members_added: number;
            /**
             * @description Contacts that were taken off at least one list.
             * @example 0
             */
            members_removed: number;
            /**
             * @description Rows that were refused, and changed nothing.
             * @example 0
             */
            refused: number;
        };
        /** @description A file of rows, and how far it is done. */
        Import: {
            /**
             * Format: uuid
             * @description Given by the service.
             */
            import_id: string;
            /** @example contacts */
            kind: components["schemas"]["ImportKind"];
            /**
             * Format: uuid
             * @description The list of the members. null: none was named.
             * @example 0198f4b2-d1d2-7e3f-8a4b-5c6d7e8f9a0b
             */
            smart_list_id: string | null;
            /**
             * @description A name for people. null: none.
             * @example autumn.csv
             */
            name: string | null;
            /** @example open */
            state: components["schemas"]["ImportState"];
            /**
             * @description How many rows are done, the refused ones included.
             * @example 500
             */
            rows: number;
            counts: components["schemas"]["ImportCounts"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When rows were last done; at first when it was created.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was finished or cancelled. null: it is open.
             * @example null
             */
            ended_at: string | null;
        };
        /** @description One import. */
        ImportResponse: {
            /** @description true of every success. */
            ok: boolean;
            import: components["schemas"]["Import"];
        };
        /** @description A page of imports. */
        ImportsResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description The newest first. */
            imports: components["schemas"]["Import"][];
        };
        /** @description A row of a file that changed nothing. */
        RefusedRow: {
            /**
             * @description Its number, from 1: header and empty lines are not counted.
             * @example 17
             */
            row: number;
            /**
             * @description The line of the file on which it begins, from 1.
             * @example 18
             */
            line: number;
            /**
             * @description The field, as a JSON Pointer into the row; empty: the row.
             * @example /phone
             */
            pointer: string;
            /**
             * @description Which rule was broken.
             * @example not_allowed_value
             */
            code: string;
            /**
             * @description A sentence for a person.
             * @example Must be a phone in E.164.
             */
            detail: string;
        };
        /** @description A page of refused rows. */
        RefusedRowsResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order of the file. */
            refused_rows: components["schemas"]["RefusedRow"][];
        };
        /** @description A new outcome. What is left out has its default. */
        CreateOutcome: {
            /**
             * @description What an agent sees. Several outcomes may have the same.
             * @example Call back next week
             */
            outcome_name: string;
            /**
             * @description Left out: `disposition`.
             * @example disposition
             */
            outcome_type?: components["schemas"]["OutcomeType"];
            /**
             * @description The place in the list, from the lowest; among equals the older first. Left out of a new one: one past the highest, the first 1.
             * @example 1
             */
            order?: number;
            /**
             * @description Left out: `none`.
             * @example none
             */
            destination_type?: components["schemas"]["DestinationType"];
            /**
             * Format: uuid
             * @description Needed by smart_list: an active list. null, or left out, with any other type.
             * @example null
             */
            destination_id?: string | null;
            /**
             * @description Needed by remove_from_selected: active lists. null, or left out, with any other type.
             * @example null
             */
            smart_list_ids?: string[] | null;
            /**
             * @description Needed by an action: where its webhook is sent to; null, or left out, of a disposition. https, without user name and password. Of its host only the form is checked here: an address that is not public is refused. The addresses of a name are checked each time a webhook is sent.
             * @example null
             */
            webhook_url?: string | null;
            /**
             * @description Of a disposition: seconds from the end of the call it is applied to until the contact may be called from that list again, whatever the list says. null: as the list says. Left out: `null`.
             * @example 86400
             */
            retry_seconds?: number | null;
        };
        /** @description What an outcome does to memberships. A list that was deleted since is not shown, and if none is left it reads as none. */
        Destination: {
            /** @example smart_list */
            destination_type: components["schemas"]["DestinationType"];
            /**
             * Format: uuid
             * @description Of smart_list: the list. null of any other type.
             */
            destination_id: string | null;
            /**
             * @description Of smart_list: the name of the list. null of any other type.
             * @example Spring campaign
             */
            destination_name: string | null;
            /** @description Of remove_from_selected: the lists. Left out of any other type. */
            smart_list_ids?: string[];
        };
        /** @description An outcome: what an agent can apply to a call. */
        Outcome: {
            /**
             * Format: uuid
             * @description Given by the service.
             */
            outcome_id: string;
            /**
             * @description What an agent sees. Several outcomes may have the same.
             * @example Call back next week
             */
            outcome_name: string;
            outcome_type: components["schemas"]["OutcomeType"];
            /**
             * @description The place in the list, from the lowest; among equals the older first.
             * @example 1
             */
            order: number;
            destination: components["schemas"]["Destination"];
            /**
             * @description Where the webhook of an action is sent to. null of a disposition.
             * @example null
             */
            webhook_url: string | null;
            /**
             * @description Of a disposition: seconds from the end of the call it is applied to until the contact may be called from that list again, whatever the list says. null: as the list says.
             * @example null
             */
            retry_seconds: number | null;
            /**
             * @description Counts the changes; in quotes it is the ETag.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed; at first when it was created.
             */
            updated_at: string;
        };
        /** @description One outcome. */
        OutcomeResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Whether the workspace has a disposition, so that agents are to be asked for one after a call.
             * @example true
             */
            disposition_popup_enabled: boolean;
            outcome: components["schemas"]["Outcome"];
        };
        /** @description All outcomes of the workspace. */
        OutcomesResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Whether the workspace has a disposition, so that agents are to be asked for one after a call.
             * @example true
             */
            disposition_popup_enabled: boolean;
            /** @description By `order`, then by creation. */
            outcomes: components["schemas"]["Outcome"][];
        };
        /** @description A change of an outcome: what is left out stays as it is. One of `outcome_type` sets or clears `webhook_url` too. */
        OutcomePatch: {
            /**
             * @description What an agent sees. Several outcomes may have the same.
             * @example Call back next week
             */
            outcome_name?: string;
            /** @example disposition */
            outcome_type?: components["schemas"]["OutcomeType"];
            /**
             * @description The place in the list, from the lowest; among equals the older first. Left out of a new one: one past the highest, the first 1.
             * @example 1
             */
            order?: number;
            /** @example none */
            destination_type?: components["schemas"]["DestinationType"];
            /**
             * Format: uuid
             * @description Needed by smart_list: an active list. null, or left out, with any other type.
             * @example null
             */
            destination_id?: string | null;
            /**
             * @description Needed by remove_from_selected: active lists. null, or left out, with any other type.
             * @example null
             */
            smart_list_ids?: string[] | null;
            /**
             * @description Needed by an action: where its webhook is sent to; null, or left out, of a disposition. https, without user name and password. Of its host only the form is checked here: an address that is not public is refused. The addresses of a name are checked each time a webhook is sent.
             * @example null
             */
            webhook_url?: string | null;
            /**
             * @description Of a disposition: seconds from the end of the call it is applied to until the contact may be called from that list again, whatever the list says. null: as the list says.
             * @example 86400
             */
            retry_seconds?: number | null;
        };
        /** @description An outcome that is no more. */
        OutcomeDeletedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Whether the workspace has a disposition, so that agents are to be asked for one after a call.
             * @example true
             */
            disposition_popup_enabled: boolean;
            /**
             * Format: uuid
             * @description Of the outcome that was deleted.
             */
            outcome_id: string;
            /**
             * @description Always true.
             * @example true
             */
            deleted: boolean;
        };
        /**
         * @description A call that the scheduler did not dispatch. Exactly one of contact_id, phone must be given.
         * @example {
         *       "agent_id": "agent-7",
         *       "reference": null,
         *       "notes": "Asks for an offer by mail.",
         *       "duration_seconds": 95,
         *       "recording_url": "https://recordings.example.com/2025/0042.wav",
         *       "contact_id": "0198f4b2-8d2f-7b4c-8e5f-60718293a4b5"
         *     }
         */
        RegisterCall: {
            /**
             * @description Your own id of the agent who is on the phone. null: nobody.
             * @example agent-7
             */
            agent_id?: string | null;
            /**
             * @description Your own id of the call: it finds the call again (GET /calls). No other call has it, and it does not change any more. It is kept for ever: nothing personal. null: none yet.
             * @example null
             */
            reference?: string | null;
            /**
             * @description What was said. Personal data: it ends with the phone of the call. null clears it.
             * @example Asks for an offer by mail.
             */
            notes?: string | null;
            /**
             * @description How long they talked, in seconds, as you count it. null clears it.
             * @example 95
             */
            duration_seconds?: number | null;
            /**
             * @description Where the recording is: never read by the service. Personal data: it ends with the phone of the call. null clears it.
             * @example https://recordings.example.com/2025/0042.wav
             */
            recording_url?: string | null;
            /**
             * Format: uuid
             * @description The id of the contact. Give this or `phone`.
             * @example 0198f4b2-8d2f-7b4c-8e5f-60718293a4b5
             */
            contact_id?: string;
            /**
             * @description In E.164. Of several contacts with it the one imported first. Give this or `contact_id`.
             * @example +436601234567
             */
            phone?: string;
            /**
             * Format: uuid
             * @description Your own id for the call, which no other call has. Left out: one is made.
             */
            call_id?: string;
        };
        /** @description What a request for calls dialed; both null: the whole workspace. */
        CallScope: {
            /**
             * Format: uuid
             * @description The dial group it dialed. null: none.
             * @example null
             */
            dial_group_id: string | null;
            /**
             * Format: uuid
             * @description The list it dialed alone. null: no single list.
             * @example null
             */
            smart_list_id: string | null;
        };
        /** @description The lane that a call was picked from: the members of a tier that open and close together. Null and empty: the plain one, or the call is a callback. */
        CallLane: {
            /**
             * Format: uuid
             * @description The calling hours of its list. null: none of its own.
             * @example null
             */
            calling_hours_id: string | null;
            /**
             * @description One name for each clock of the contact, where calling hours go by it.
             * @example []
             */
            zones: string[];
        };
        /** @description The settings a call was dispatched with: of its list, or of the workspace for a contact without a list (`unlisted`). What becomes of them later changes nothing here. */
        CallSnapshot: {
            /**
             * Format: uuid
             * @description The list. null: the contact was on none.
             */
            smart_list_id: string | null;
            /**
             * @description Of the list. null without one.
             * @example Spring campaign
             */
            name: string | null;
            /**
             * @description Of the list. null without one.
             * @example medium
             */
            priority: components["schemas"]["Priority"] | null;
            /**
             * @description The place of the membership in the order of the tier: a contact added later has a larger one. Without a list that of the contact itself.
             * @example 17
             */
            member_number: number;
            /**
             * @description Calls per contact and day. null: no limit.
             * @example 3
             */
            max_attempts_per_day: number | null;
            /**
             * @description Calls per contact for life. null: no limit.
             * @example null
             */
            max_attempts_total: number | null;
            /**
             * @description Seconds from the end of a call to the next one.
             * @example 3600
             */
            min_retry_seconds: number;
            /**
             * @description Such seconds by the result of the call before. null: the same for all, or the contact was on no list.
             * @example null
             */
            retry_seconds: components["schemas"]["RetrySeconds"] | null;
            /**
             * @description Calls per contact in any hours. null: no limit, or the contact was on no list.
             * @example null
             */
            attempt_windows: components["schemas"]["AttemptWindow"][] | null;
            /**
             * @description The limits of a contact over all lists, as the workspace had them. null: none.
             * @example null
             */
            contact_windows: components["schemas"]["ContactWindow"][] | null;
            /**
             * Format: uuid
             * @description The calling hours of its list. null: none of its own.
             * @example null
             */
            calling_hours_id: string | null;
            dial_timeout_seconds: components["schemas"]["DialTimeout"];
            /**
             * Format: uuid
             * @description Where the waterfall of the list led to. null: nowhere, or there was no list.
             * @example null
             */
            next_list_id: string | null;
            /**
             * @description Always false: nobody is called from a paused list.
             * @example false
             */
            paused: boolean;
            /**
             * Format: date-time
             * @description Of the callback that it is. null: it is none.
             * @example null
             */
            callback_at: string | null;
            /** @description What the request dialed. */
            scope: components["schemas"]["CallScope"];
            /** @description The lane that it was picked from. */
            lane: components["schemas"]["CallLane"];
        };
        /** @description An outcome as it was when it was applied. */
        AppliedOutcome: {
            /**
             * @description Counts the outcomes of the call from 1.
             * @example 1
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The outcome, which may be changed or gone by now.
             */
            outcome_id: string;
            /**
             * @description Its name at that moment.
             * @example Call back next week
             */
            outcome_name: string;
            outcome_type: components["schemas"]["OutcomeType"];
            /** @description What it did to memberships at that moment. */
            destination: components["schemas"]["Destination"];
            /**
             * @description Seconds from the end of the call until the contact may be called from the list again. null: as the list says.
             * @example null
             */
            retry_seconds: number | null;
            /**
             * Format: date-time
             * @description When it was applied.
             */
            applied_at: string;
        };
        /** @description A call: dispatched by the scheduler, or registered by a client. */
        Call: {
            /**
             * @description Your own id of the agent. null: nobody was named.
             * @example agent-7
             */
            agent_id: string | null;
            /**
             * @description Your own id of the call. null: none was given.
             * @example crm-2025-0042
             */
            reference: string | null;
            /**
             * @description What was said. null, too, once it was erased.
             * @example Asks for an offer by mail.
             */
            notes: string | null;
            /**
             * @description How long they talked, in seconds. null: nobody has said so.
             * @example 95
             */
            duration_seconds: number | null;
            /**
             * @description Where the recording is. null, too, once it was erased.
             * @example https://recordings.example.com/2025/0042.wav
             */
            recording_url: string | null;
            /**
             * Format: uuid
             * @description Given by the service, or by the client that registered the call.
             */
            call_id: string;
            /**
             * Format: uuid
             * @description Who is called.
             */
            contact_id: string;
            /**
             * @description The contact’s when the call began, in E.164: the number to dial. null: the contact was erased.
             * @example +436601234567
             */
            phone: string | null;
            /**
             * Format: uuid
             * @description The list it was dispatched from. null: the contact was on none, or the call was registered.
             * @example null
             */
            smart_list_id: string | null;
            state: components["schemas"]["CallState"];
            /**
             * @description What it was ended with. null: it has not ended.
             * @example null
             */
            result: components["schemas"]["CallResult"] | null;
            /**
             * @description Which attempt from that list, or without a list, it is, from 1; after a reset from 1 again. null for a registered call, which counts none.
             * @example null
             */
            attempt_number: number | null;
            /**
             * @description null for a registered call.
             * @example null
             */
            snapshot: components["schemas"]["CallSnapshot"] | null;
            /** @description What was applied to it, in that order. */
            outcomes: components["schemas"]["AppliedOutcome"][];
            /**
             * Format: date-time
             * @description When it began: was dispatched, or registered.
             */
            dispatched_at: string;
            /**
             * Format: date-time
             * @description Unless it is ended or a heartbeat comes before, the service ends it then: lost.
             */
            lease_expires_at: string;
            /**
             * Format: date-time
             * @description null: it has not ended.
             * @example null
             */
            ended_at: string | null;
            /**
             * Format: date-time
             * @description null: it is not completed.
             * @example null
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When its contact was erased. null: it was not.
             * @example null
             */
            erased_at: string | null;
        };
        /** @description One call. */
        CallResponse: {
            /** @description true of every success. */
            ok: boolean;
            call: components["schemas"]["Call"];
        };
        /** @description A page of calls. */
        CallsResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order that was asked for. */
            calls: components["schemas"]["Call"][];
        };
        /** @description Details of a call: what is left out stays as it is. */
        ChangeCall: {
            /**
             * @description Your own id of the agent who is on the phone. null: nobody.
             * @example agent-7
             */
            agent_id?: string | null;
            /**
             * @description Your own id of the call: it finds the call again (GET /calls). No other call has it, and it does not change any more. It is kept for ever: nothing personal. null: none yet.
             * @example null
             */
            reference?: string | null;
            /**
             * @description What was said. Personal data: it ends with the phone of the call. null clears it.
             * @example Asks for an offer by mail.
             */
            notes?: string | null;
            /**
             * @description How long they talked, in seconds, as you count it. null clears it.
             * @example 95
             */
            duration_seconds?: number | null;
            /**
             * @description Where the recording is: never read by the service. Personal data: it ends with the phone of the call. null clears it.
             * @example https://recordings.example.com/2025/0042.wav
             */
            recording_url?: string | null;
        };
        /** @description What came of a call. */
        EndCall: {
            /**
             * @description Your own id of the agent who is on the phone. null: nobody.
             * @example agent-7
             */
            agent_id?: string | null;
            /**
             * @description Your own id of the call: it finds the call again (GET /calls). No other call has it, and it does not change any more. It is kept for ever: nothing personal. null: none yet.
             * @example null
             */
            reference?: string | null;
            /**
             * @description What was said. Personal data: it ends with the phone of the call. null clears it.
             * @example Asks for an offer by mail.
             */
            notes?: string | null;
            /**
             * @description How long they talked, in seconds, as you count it. null clears it.
             * @example 95
             */
            duration_seconds?: number | null;
            /**
             * @description Where the recording is: never read by the service. Personal data: it ends with the phone of the call. null clears it.
             * @example https://recordings.example.com/2025/0042.wav
             */
            recording_url?: string | null;
            /**
             * @description What came of the call.
             * @example answered
             */
            result: components["schemas"]["EndResult"];
        };
        /** @description Which outcome is applied. */
        ApplyOutcome: {
            /**
             * @description Your own id of the agent who is on the phone. null: nobody.
             * @example agent-7
             */
            agent_id?: string | null;
            /**
             * @description Your own id of the call: it finds the call again (GET /calls). No other call has it, and it does not change any more. It is kept for ever: nothing personal. null: none yet.
             * @example null
             */
            reference?: string | null;
            /**
             * @description What was said. Personal data: it ends with the phone of the call. null clears it.
             * @example Asks for an offer by mail.
             */
            notes?: string | null;
            /**
             * @description How long they talked, in seconds, as you count it. null clears it.
             * @example 95
             */
            duration_seconds?: number | null;
            /**
             * @description Where the recording is: never read by the service. Personal data: it ends with the phone of the call. null clears it.
             * @example https://recordings.example.com/2025/0042.wav
             */
            recording_url?: string | null;
            /**
             * Format: uuid
             * @description An outcome of the workspace.
             * @example 0198f4b2-9e30-7c5d-9f60-718293a4b5c6
             */
            outcome_id: string;
            /**
             * Format: date-time
             * @description Of a disposition: when the contact is to be called back. The membership of its destination bears the callback, else that of the list dialed from. null: there is none. Left out: `null`.
             * @example null
             */
            callback_at?: string | null;
            /**
             * @description Your own id of the agent who owns the callback: it alone is given it at first. null: nobody does. Left out: `null`.
             * @example null
             */
            callback_agent_id?: string | null;
            /**
             * @description For how long, in seconds, from the instant at which the callback is due. null: 900. Left out: `null`.
             * @example null
             */
            callback_owner_seconds?: number | null;
        };
        /** @description A call to which an outcome was applied. */
        OutcomeAppliedResponse: {
            /** @description true of every success. */
            ok: boolean;
            call: components["schemas"]["Call"];
            /** @description The outcome that was applied. */
            outcome: components["schemas"]["Outcome"];
            /**
             * Format: uuid
             * @description Of the webhook that an action sends: its `X-Service-Delivery-Id`, and its id among the webhook deliveries. null for a disposition.
             */
            delivery_id: string | null;
        };
        /** @description How many calls are wanted, and from where. */
        DispatchNextCalls: {
            /**
             * @description Your own id of the agent who is on the phone. null: nobody.
             * @example agent-7
             */
            agent_id?: string | null;
            /**
             * @description Your own id of the call: it finds the call again (GET /calls). No other call has it, and it does not change any more. It is kept for ever: nothing personal. null: none yet.
             * @example null
             */
            reference?: string | null;
            /**
             * @description What was said. Personal data: it ends with the phone of the call. null clears it.
             * @example Asks for an offer by mail.
             */
            notes?: string | null;
            /**
             * @description How long they talked, in seconds, as you count it. null clears it.
             * @example 95
             */
            duration_seconds?: number | null;
            /**
             * @description Where the recording is: never read by the service. Personal data: it ends with the phone of the call. null clears it.
             * @example https://recordings.example.com/2025/0042.wav
             */
            recording_url?: string | null;
            /**
             * @description How many calls to begin at most. Left out: `1`.
             * @example 1
             */
            limit?: number;
            /**
             * Format: uuid
             * @description The active list that is dialed alone, from where its own last such call left off. Without it and `dial_group_id` the whole workspace is dialed. Left out: `null`.
             * @example null
             */
            smart_list_id?: string | null;
            /**
             * Format: uuid
             * @description The dial group whose lists are dialed, each tier from where the last call of the group left off. Not with `smart_list_id`. Left out: `null`.
             * @example null
             */
            dial_group_id?: string | null;
        };
        /** @description The calls that were begun. */
        DispatchedCallsResponse: {
            /** @description true of every success. */
            ok: boolean;
            /** @description In the order in which they were chosen; fewer than asked for, even none, when nobody else may be called now. */
            calls: components["schemas"]["Call"][];
        };
        /** @description A contact that would be called. */
        PreviewedCall: {
            /**
             * Format: uuid
             * @description Who would be called.
             */
            contact_id: string;
            /**
             * Format: uuid
             * @description The list they would be called from. null: they are on none.
             */
            smart_list_id: string | null;
            /**
             * @description Which attempt from that list, or without a list, it would be, from 1.
             * @example 1
             */
            attempt_number: number;
        };
        /** @description Whom the next calls would be with. */
        PreviewedCallsResponse: {
            /** @description true of every success. */
            ok: boolean;
            /** @description In the order in which they would be chosen; fewer than asked for, even none, if nobody else may be called now. */
            next: components["schemas"]["PreviewedCall"][];
        };
        /** @description Dialing in the workspace. */
        Dialer: {
            /**
             * @description Whether it is paused: nobody is dispatched then.
             * @example true
             */
            paused: boolean;
            /**
             * Format: date-time
             * @description Since when. null: it is not paused.
             */
            paused_at: string | null;
        };
        /** @description Whether dialing is paused. */
        DialerResponse: {
            /** @description true of every success. */
            ok: boolean;
            dialer: components["schemas"]["Dialer"];
        };
        /** @description Whether anybody is to be dispatched in the workspace. */
        DialerPatch: {
            /**
             * @description true: nobody is dispatched. false: dialing goes on where it was.
             * @example true
             */
            paused: boolean;
        };
        /** @description The lists of one priority, and the calls from them. */
        DialerTier: {
            priority: components["schemas"]["Priority"];
            /**
             * @description Lists of this priority, without those that are paused or have a cap of 0.
             * @example 2
             */
            lists: number;
            /**
             * @description Members of those lists, whether they may be called now or have to wait. A contact counts once for each list.
             * @example 340
             */
            members: number;
            /**
             * @description Calls in progress that were dispatched from a list that has this priority now, paused ones and those with a cap of 0 too.
             * @example 3
             */
            in_call: number;
        };
        /** @description Calls in progress that belong to no list of today. */
        CallsWithoutTier: {
            /**
             * @description Dispatched to contacts that were on no list.
             * @example 1
             */
            unlisted: number;
            /**
             * @description Registered with POST /calls.
             * @example 0
             */
            registered: number;
            /**
             * @description Dispatched from a list that was deleted since.
             * @example 0
             */
            deleted_list: number;
        };
        /** @description How many calls ended with which result. */
        EndedCallsByResult: {
            /**
             * @description The called person answered.
             * @example 41
             */
            answered: number;
            /**
             * @description Nobody answered.
             * @example 20
             */
            no_answer: number;
            /**
             * @description The line was busy.
             * @example 4
             */
            busy: number;
            /**
             * @description A machine answered.
             * @example 6
             */
            voicemail: number;
            /**
             * @description It failed on the way.
             * @example 1
             */
            failed: number;
            /**
             * @description It was given up before it was answered.
             * @example 2
             */
            cancelled: number;
            /**
             * @description It never left the dialer.
             * @example 1
             */
            not_placed: number;
            /**
             * @description The dialer was not heard of for the time of its lease.
             * @example 0
             */
            lost: number;
        };
        /** @description What began and what ended from `from` up to `at`, both included. */
        CallsOfLastHour: {
            /**
             * Format: date-time
             * @description 3,600 seconds before `at`.
             * @example 2026-11-23T08:15:00.000Z
             */
            from: string;
            /**
             * @description Calls that POST /dialer/next has begun.
             * @example 76
             */
            dispatched: number;
            /**
             * @description Calls that POST /calls has registered.
             * @example 2
             */
            registered: number;
            /**
             * @description Calls that ended, of both kinds, whenever they began: the sum of `by_result`.
             * @example 75
             */
            ended: number;
            /** @description The calls that ended, by their result. */
            by_result: components["schemas"]["EndedCallsByResult"];
        };
        /** @description How dialing stands: all numbers are of one instant. */
        DialerStatsResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * Format: date-time
             * @description The instant that the numbers are of.
             * @example 2026-11-23T09:15:00.000Z
             */
            at: string;
            /** @description Every priority, from the highest to the lowest. */
            tiers: components["schemas"]["DialerTier"][];
            /** @description The calls in progress that no tier has. */
            in_call_without_tier: components["schemas"]["CallsWithoutTier"];
            /**
             * @description Calls in progress: the sum of `in_call` of all tiers and of `in_call_without_tier`.
             * @example 4
             */
            calls_in_progress: number;
            /**
             * @description Different `agent_id`s of the calls in progress: agents who are on the phone.
             * @example 3
             */
            agents: number;
            /**
             * @description Calls in progress without an `agent_id`.
             * @example 1
             */
            without_agent: number;
            /** @description The calls of the last 3,600 seconds. */
            last_hour: components["schemas"]["CallsOfLastHour"];
        };
        /** @description What one of the rules says of a member. */
        Gate: {
            gate: components["schemas"]["GateName"];
            status: components["schemas"]["GateStatus"];
            /**
             * @description Whether the member fulfils it now.
             * @example false
             */
            passed: boolean;
            /**
             * @description What is compared. membership: `active`, or why it is no member. dialing_not_paused, list_not_paused: `running` or `paused`. caps_not_zero: the lower cap, null without one. no_call_in_flight: the id of the call, null without one. total_cap, daily_cap: the attempts. attempt_windows: those in the window that ends last, null without windows. contact_windows: the same of the calls over all lists. callback: its instant, null without one. retry_gap: whole seconds since the last call from this list ended, null if none has, or a callback has taken the place of the gap. calling_hours: `open` or `closed`, null without hours.
             * @example 2
             */
            value: number | string | null;
            /**
             * @description What it is compared with. It passes: membership, the pauses and no_call_in_flight if it is this (`active`, `running`, null); caps_not_zero above this (0); total_cap, daily_cap, attempt_windows and contact_windows below this, the cap (null: no limit); callback up to this, the instant of the answer; retry_gap from this on, in seconds; calling_hours if it is this (`open`; null without hours).
             * @example 2
             */
            threshold: number | string | null;
            /**
             * Format: date-time
             * @description When it passes if nothing else happens. null: it passes already, more than time is needed, or calling hours open on none of the next 400 days.
             */
            until: string | null;
            /**
             * @description Only of calling_hours: the zones of the contact, by whose clocks hours go that go by the contact.
             * @example [
             *       "America/New_York"
             *     ]
             */
            zones?: string[];
            /**
             * @description Only of calling_hours.
             * @example number
             */
            zones_source?: components["schemas"]["ZonesSource"];
        };
        /** @description Why a member may be called now, or not. */
        MemberExplanationResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Whether the member may be dialed now: all gates pass.
             * @example false
             */
            eligible: boolean;
            /** @description Every rule, in the order in which they are tested. */
            gates: components["schemas"]["Gate"][];
        };
        /** @description A call that the queue has begun. */
        DispatchedCallData: {
            /**
             * Format: uuid
             * @description The call.
             */
            call_id: string;
            /**
             * Format: uuid
             * @description Who is called.
             */
            contact_id: string;
            /**
             * Format: uuid
             * @description The list it was dispatched from. null: the contact was on none, or the call was registered.
             */
            smart_list_id: string | null;
            /**
             * @description The number that is called, in E.164. null: it was erased.
             * @example +436601234567
             */
            phone: string | null;
            /**
             * @description Counts the attempts of the contact from this list, after a reset from 1 again.
             * @example 1
             */
            attempt_number: number;
            /**
             * Format: date-time
             * @description When it is lost, unless its client reports on it before.
             */
            lease_expires_at: string;
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        CallDispatchedMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example call.dispatched
             */
            type: components["schemas"]["CallDispatchedMessageType"];
            data: components["schemas"]["DispatchedCallData"];
        };
        /** @description A call that is over. */
        EndedCallData: {
            /**
             * Format: uuid
             * @description The call.
             */
            call_id: string;
            /**
             * Format: uuid
             * @description Who is called.
             */
            contact_id: string;
            /**
             * Format: uuid
             * @description The list it was dispatched from. null: the contact was on none, or the call was registered.
             */
            smart_list_id: string | null;
            /** @example answered */
            result: components["schemas"]["CallResult"];
            /**
             * Format: date-time
             * @description When it began: was dispatched, or registered.
             */
            dispatched_at: string;
            /**
             * Format: date-time
             * @description Until when a disposition is awaited. null: none is.
             */
            wrap_up_expires_at: string | null;
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        CallEndedMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example call.ended
             */
            type: components["schemas"]["CallEndedMessageType"];
            data: components["schemas"]["EndedCallData"];
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        CallLostMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example call.lost
             */
            type: components["schemas"]["CallLostMessageType"];
            data: components["schemas"]["EndedCallData"];
        };
        /** @description A call that awaits no disposition any more. */
        CompletedCallData: {
            /**
             * Format: uuid
             * @description The call.
             */
            call_id: string;
            /**
             * Format: uuid
             * @description Who is called.
             */
            contact_id: string;
            /**
             * Format: uuid
             * @description The list it was dispatched from. null: the contact was on none, or the call was registered.
             */
            smart_list_id: string | null;
            /** @example disposition */
            by: components["schemas"]["CallCompletion"];
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        CallCompletedMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example call.completed
             */
            type: components["schemas"]["CallCompletedMessageType"];
            data: components["schemas"]["CompletedCallData"];
        };
        /** @description The outcome as it was when it was applied. */
        AppliedOutcomeData: {
            /**
             * Format: uuid
             * @description The outcome.
             */
            outcome_id: string;
            /**
             * @description Its name.
             * @example Send the offer
             */
            outcome_name: string;
            outcome_type: components["schemas"]["OutcomeType"];
            /** @example smart_list */
            destination_type: components["schemas"]["DestinationType"];
            /**
             * Format: uuid
             * @description Of smart_list: the list. null of any other type.
             */
            destination_id: string | null;
            /**
             * @description Of smart_list: its name at that time. null of any other type.
             * @example Spring campaign
             */
            destination_name: string | null;
        };
        /** @description An outcome that was applied to a call. */
        CallOutcomeData: {
            /**
             * Format: uuid
             * @description The call.
             */
            call_id: string;
            /**
             * Format: uuid
             * @description Who is called.
             */
            contact_id: string;
            /**
             * Format: uuid
             * @description The list it was dispatched from. null: the contact was on none, or the call was registered.
             */
            smart_list_id: string | null;
            /**
             * @description Counts the outcomes of the call from 1.
             * @example 1
             */
            sequence: number;
            outcome: components["schemas"]["AppliedOutcomeData"];
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        CallOutcomeMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example outcome.applied
             */
            type: components["schemas"]["CallOutcomeMessageType"];
            data: components["schemas"]["CallOutcomeData"];
        };
        /** @description The last call of a contact from a list. */
        ExhaustedMemberData: {
            /**
             * Format: uuid
             * @description The call.
             */
            call_id: string;
            /**
             * Format: uuid
             * @description Who is called.
             */
            contact_id: string;
            /**
             * Format: uuid
             * @description The list it was dispatched from. null: the contact was on none, or the call was registered.
             */
            smart_list_id: string | null;
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        MemberExhaustedMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example member.exhausted
             */
            type: components["schemas"]["MemberExhaustedMessageType"];
            data: components["schemas"]["ExhaustedMemberData"];
        };
        /** @description A member that was taken off one list for another. */
        MovedMemberData: {
            /**
             * Format: uuid
             * @description Who was moved.
             */
            contact_id: string;
            /**
             * Format: uuid
             * @description The list that it left.
             */
            from_list_id: string;
            /**
             * Format: uuid
             * @description The list that it is on now, perhaps since before. null: the event does not tell it.
             */
            to_list_id: string | null;
            /** @example exhausted */
            reason: components["schemas"]["MoveReason"];
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        MemberMovedMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example member.moved
             */
            type: components["schemas"]["MemberMovedMessageType"];
            data: components["schemas"]["MovedMemberData"];
        };
        /** @description A list of which nobody will be called any more. */
        DrainedListData: {
            /**
             * Format: uuid
             * @description The list.
             */
            smart_list_id: string;
            /**
             * @description The members that it still has, all with used-up attempts. 0: all have left, or were moved.
             * @example 120
             */
            completed_members: number;
            /**
             * Format: date-time
             * @description When it became so; as `timestamp`.
             */
            drained_at: string;
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        ListDrainedMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example list.drained
             */
            type: components["schemas"]["ListDrainedMessageType"];
            data: components["schemas"]["DrainedListData"];
        };
        /** @description A callback that is due. */
        DueCallbackData: {
            /**
             * Format: uuid
             * @description Who is to be called back.
             */
            contact_id: string;
            /**
             * Format: uuid
             * @description The list whose member bears the callback.
             */
            smart_list_id: string;
            /**
             * Format: date-time
             * @description The instant that was agreed.
             */
            callback_at: string;
            /**
             * @description The agent to whom it is given first. null: it has no owner.
             * @example agent-7
             */
            agent_id: string | null;
            /**
             * Format: date-time
             * @description Since when it is due: later than agreed where the daily cap, a window or a limit of the contact was full.
             */
            due_at: string;
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        CallbackDueMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example callback.due
             */
            type: components["schemas"]["CallbackDueMessageType"];
            data: components["schemas"]["DueCallbackData"];
        };
        /** @description A number that is not dialed from now on. */
        AddedNumberData: {
            /**
             * @description The number, in E.164. null: it was erased.
             * @example +436601234567
             */
            phone: string | null;
            /**
             * Format: uuid
             * @description The contact that had the number as its first one, of several the one imported first. null: none had it.
             */
            contact_id: string | null;
            /**
             * @description For people; of an outcome its name. null: none was given.
             * @example Asked not to be called
             */
            reason: string | null;
            /** @example api */
            source: components["schemas"]["DoNotCallSource"];
            /**
             * Format: date-time
             * @description From then on the number may be dialed. null: it is barred until it is removed.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was added; as `timestamp`.
             */
            added_at: string;
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        DoNotCallAddedMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example do_not_call.added
             */
            type: components["schemas"]["DoNotCallAddedMessageType"];
            data: components["schemas"]["AddedNumberData"];
        };
        /** @description An import whose whole file is done. */
        FinishedImportData: {
            /**
             * Format: uuid
             * @description The import.
             */
            import_id: string;
            /** @example contacts */
            kind: components["schemas"]["ImportKind"];
            /**
             * Format: uuid
             * @description The list of its members. null: none was named.
             */
            smart_list_id: string | null;
            /**
             * @description Its name. null: it has none.
             * @example autumn.csv
             */
            name: string | null;
            /**
             * @description How many rows its file has.
             * @example 0
             */
            rows: number;
            /**
             * @description Rows that made a contact.
             * @example 0
             */
            created: number;
            /**
             * @description Rows that changed a contact.
             * @example 0
             */
            updated: number;
            /**
             * @description Rows that found everything as they say.
             * @example 0
             */
            unchanged: number;
            /**
             * @description Contacts that became members.
             * @example 0
             */
            members_added: number;
            /**
             * @description Contacts that were taken off at least one list.
             * @example 0
             */
            members_removed: number;
            /**
             * @description Rows that were refused, and changed nothing.
             * @example 0
             */
            refused: number;
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        ImportFinishedMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example import.finished
             */
            type: components["schemas"]["ImportFinishedMessageType"];
            data: components["schemas"]["FinishedImportData"];
        };
        /** @description Another endpoint of the workspace that was paused. */
        PausedEndpointData: {
            /**
             * Format: uuid
             * @description The endpoint that nothing is sent to any more.
             */
            endpoint_id: string;
            /**
             * Format: date-time
             * @description Since when every attempt has failed.
             */
            failing_since: string;
        };
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        EndpointPausedMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example endpoint.paused
             */
            type: components["schemas"]["EndpointPausedMessageType"];
            data: components["schemas"]["PausedEndpointData"];
        };
        /** @description Nothing. */
        TestData: Record<string, never>;
        /** @description What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added. */
        EndpointTestMessage: {
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the event.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /**
             * Format: uuid
             * @description The event, as GET /events has it. With `index` the same in each repetition.
             */
            event_id: string;
            /**
             * @description The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.
             * @example 4711
             */
            revision: number;
            /**
             * @description Of several messages about one event, which it is: from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Always this.
             * @example endpoint.test
             */
            type: components["schemas"]["EndpointTestMessageType"];
            data: components["schemas"]["TestData"];
        };
        /** @description A new endpoint. */
        CreateWebhookEndpoint: {
            /**
             * @description Where its messages are sent to. https, without user name and password. Of its host only the form is checked here: an address that is not public is refused. The addresses of a name are checked each time a message is sent.
             * @example https://hooks.example.com/events
             */
            url: string;
            /**
             * @description What it is told, from now on.
             * @example [
             *       "call.ended",
             *       "call.lost"
             *     ]
             */
            event_types: components["schemas"]["EndpointEventType"][];
            /**
             * @description A note for people. null: none. Left out: `null`.
             * @example The CRM
             */
            description?: string | null;
        };
        /** @description Whether an endpoint accepts what it is sent. */
        EndpointHealth: {
            /** @example healthy */
            state: components["schemas"]["EndpointState"];
            /**
             * Format: date-time
             * @description When the first attempt began of those that have failed since the last success. null: none has.
             * @example null
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was paused. null: it is not.
             * @example null
             */
            paused_at: string | null;
        };
        /** @description A URL that is told of events of the whole workspace. */
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description Given by the service.
             */
            endpoint_id: string;
            /**
             * @description Where its messages are sent to.
             * @example https://hooks.example.com/events
             */
            url: string;
            /**
             * @description What it is told.
             * @example [
             *       "call.ended",
             *       "call.lost"
             *     ]
             */
            event_types: components["schemas"]["EndpointEventType"][];
            /**
             * @description A note for people. null: none.
             * @example The CRM
             */
            description: string | null;
            health: components["schemas"]["EndpointHealth"];
            /**
             * @description Counts the changes of url, event_types and description; in quotes it is the ETag.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a setting was last changed; at first when it was created.
             */
            updated_at: string;
        };
        /** @description A new endpoint, with its signing secret. */
        WebhookEndpointCreatedResponse: {
            /** @description true of every success. */
            ok: boolean;
            webhook_endpoint: components["schemas"]["WebhookEndpoint"];
            /**
             * @description `whsec_` and the base64 of 32 bytes: Not shown again. null: the answer is repeated under an Idempotency-Key; rotate the secret where the first answer was lost.
             * @example whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=
             */
            secret: string | null;
        };
        /** @description All endpoints of a workspace. */
        WebhookEndpointsResponse: {
            /** @description true of every success. */
            ok: boolean;
            /** @description In the order of their creation. */
            webhook_endpoints: components["schemas"]["WebhookEndpoint"][];
        };
        /** @description One endpoint. */
        WebhookEndpointResponse: {
            /** @description true of every success. */
            ok: boolean;
            webhook_endpoint: components["schemas"]["WebhookEndpoint"];
        };
        /** @description A change of an endpoint: what is left out stays as it is. What waits goes to the URL of its request. */
        WebhookEndpointPatch: {
            /**
             * @description Where its messages are sent to. https, without user name and password. Of its host only the form is checked here: an address that is not public is refused. The addresses of a name are checked each time a message is sent.
             * @example https://hooks.example.com/events
             */
            url?: string;
            /**
             * @description What it is told, from now on.
             * @example [
             *       "call.ended",
             *       "call.lost"
             *     ]
             */
            event_types?: components["schemas"]["EndpointEventType"][];
            /**
             * @description A note for people. null: none.
             * @example The CRM
             */
            description?: string | null;
        };
        /** @description An endpoint that is no more. */
        WebhookEndpointDeletedResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Always true.
             * @example true
             */
            deleted: boolean;
            /**
             * Format: uuid
             * @description Of the endpoint that was deleted.
             */
            endpoint_id: string;
        };
        /** @description One attempt to deliver a webhook. */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description When it began.
             */
            at: string;
            /**
             * @description Of the answer; only 200 to 299 is success. null: there was none.
             * @example 503
             */
            status: number | null;
            /**
             * @description Milliseconds until the answer was read, or it was given up.
             * @example 41
             */
            duration_ms: number;
            /**
             * @description The address it was sent to. null: it did not come to that, or it is refused.
             * @example 203.0.113.7
             */
            resolved_ip: string | null;
            /**
             * @description The beginning of the body of the answer, at most 4 KiB. null: there was no whole answer, or it was erased.
             * @example busy
             */
            response_body: string | null;
            /**
             * @description What went wrong on the way, after the stage it went wrong at: resolve, guard, connect, tls, send, headers or body. An address that is not public is refused without being named. null: the receiver answered.
             * @example null
             */
            error: string | null;
        };
        /** @description A message to an endpoint, and what became of it so far. */
        EndpointDelivery: {
            /**
             * Format: uuid
             * @description As the receiver sees it: `webhook-id` and `X-Service-Delivery-Id`.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The endpoint that it is sent to.
             */
            endpoint_id: string;
            /** @example call.ended */
            type: components["schemas"]["EndpointMessageType"];
            /**
             * Format: uuid
             * @description The call that it is about. null: it is about none.
             */
            call_id: string | null;
            /**
             * Format: uuid
             * @description Whom it is about: its message ends with this contact. null: it has nothing personal.
             */
            contact_id: string | null;
            /**
             * @description Where it is sent to: the URL of the endpoint when it was requested.
             * @example https://hooks.example.com/events
             */
            url: string;
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: date-time
             * @description When it was requested: moments after its event.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is tried next. null: there will be no further attempt.
             */
            next_attempt_at: string | null;
            /**
             * Format: uuid
             * @description The delivery that this one repeats. null: it is the first of its message.
             * @example null
             */
            redelivery_of: string | null;
            /** @description In their order. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When the message and the answers to it were erased, with the contact. null: they were not.
             * @example null
             */
            erased_at: string | null;
        };
        /** @description A page of deliveries to an endpoint. */
        EndpointDeliveriesResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order that was asked for. */
            deliveries: components["schemas"]["EndpointDelivery"][];
        };
        /** @description One delivery to an endpoint. */
        EndpointDeliveryResponse: {
            /** @description true of every success. */
            ok: boolean;
            delivery: components["schemas"]["EndpointDelivery"];
        };
        /** @description A message that tries an endpoint out is requested. */
        EndpointTestResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * Format: uuid
             * @description Of its delivery, which tells what became of it.
             */
            delivery_id: string;
        };
        /** @description Which deliveries are to be sent again. */
        RecoverDeliveries: {
            /**
             * Format: uuid
             * @description The endpoint that they were for.
             */
            endpoint_id: string;
            /**
             * Format: date-time
             * @description Only deliveries that were requested then or later.
             * @example 2026-11-21T10:15:00.000Z
             */
            since: string;
            /**
             * Format: uuid
             * @description The `next_after` of the request before. null, or left out, of the first one.
             * @example null
             */
            after?: string | null;
        };
        /** @description How much is sent again. */
        RecoveredDeliveriesResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description Deliveries that were requested anew. Those whose message has ended are left out.
             * @example 12
             */
            recovered: number;
            /**
             * Format: uuid
             * @description For the next request, as `after`: there is more. null: there is not.
             * @example null
             */
            next_after: string | null;
        };
        /** @description A signing secret, without what it is. */
        SigningSecretInfo: {
            /**
             * Format: date-time
             * @description Since when it signs.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when it signs. null: it is the newest.
             * @example null
             */
            expires_at: string | null;
        };
        /** @description The secrets that sign now. */
        SigningSecretsResponse: {
            /** @description true of every success. */
            ok: boolean;
            /** @description The newest first. */
            signing_secrets: components["schemas"]["SigningSecretInfo"][];
        };
        /** @description How long the secrets before a new one sign. */
        RotateSecret: {
            /**
             * @description Seconds after which no earlier secret signs any more. 0: at once. Left out: `86400`.
             * @example 86400
             */
            previous_secret_expires_in?: number;
        };
        /** @description A new signing secret, shown this once. */
        RotatedSecretResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description `whsec_` and the base64 of 32 bytes: Not shown again. null: the answer is repeated under an Idempotency-Key; rotate the secret where the first answer was lost.
             * @example whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=
             */
            signing_secret: string | null;
        };
        /** @description The outcome as it was when it was applied. */
        WebhookOutcome: {
            /**
             * Format: uuid
             * @description The outcome.
             */
            outcome_id: string;
            /**
             * @description Its name.
             * @example Send the offer
             */
            outcome_name: string;
            outcome_type: components["schemas"]["WebhookOutcomeType"];
        };
        /** @description The call that the outcome was applied to. */
        WebhookCall: {
            /**
             * Format: uuid
             * @description The call.
             */
            call_id: string;
            /**
             * Format: uuid
             * @description The list it was dispatched from. null: the contact was on none, or the call was registered.
             * @example null
             */
            smart_list_id: string | null;
            /**
             * @description Counts the outcomes of the call from 1. Deliveries may overtake each other: this puts them in order.
             * @example 1
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it began: was dispatched, or registered.
             */
            dispatched_at: string;
            /**
             * @description Your id of the agent. null: none.
             * @example agent-7
             */
            agent_id: string | null;
            /**
             * @description Your id of the call. null: none.
             * @example null
             */
            reference: string | null;
            /**
             * @description What was said so far. null: nothing.
             * @example null
             */
            notes: string | null;
            /**
             * @description As a client has counted it. null: none has.
             * @example null
             */
            duration_seconds: number | null;
            /**
             * @description Where the recording is. null: no client has said so.
             * @example null
             */
            recording_url: string | null;
        };
        /** @description Who is called. */
        WebhookContact: {
            /**
             * Format: uuid
             * @description The contact.
             */
            contact_id: string;
            /**
             * @description The number that is called, in E.164. null: it was erased.
             * @example +436601234567
             */
            phone: string | null;
        };
        /** @description What the outcome did to the memberships of the contact. */
        WebhookDestination: {
            /**
             * @description As of an outcome; none too if its lists were gone when it was applied.
             * @example smart_list
             */
            destination_type: components["schemas"]["DestinationType"];
            /**
             * Format: uuid
             * @description Of smart_list: the list. null of any other type.
             */
            destination_id: string | null;
            /**
             * @description Of smart_list: its name at that time. null of any other type.
             * @example Spring campaign
             */
            destination_name: string | null;
        };
        /** @description What a receiver is told of an action that was applied: compact JSON of at most 20 KB, the same bytes on every attempt. Fields may be added. */
        OutcomeAppliedEvent: {
            /**
             * @description Always this.
             * @example outcome.applied
             */
            type: components["schemas"]["OutcomeAppliedType"];
            /**
             * Format: date-time
             * @description When the outcome was applied.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the call.
             */
            workspace_id: string;
            outcome: components["schemas"]["WebhookOutcome"];
            call: components["schemas"]["WebhookCall"];
            contact: components["schemas"]["WebhookContact"];
            destination: components["schemas"]["WebhookDestination"];
        };
        /** @description Who was erased. */
        WebhookErasedContact: {
            /**
             * Format: uuid
             * @description The contact, as messages about it named it.
             */
            contact_id: string;
            /**
             * Format: date-time
             * @description When it was erased. Messages about a contact that was imported again since have a later timestamp.
             */
            erased_at: string;
        };
        /** @description What a receiver is told of a contact that was erased: compact JSON, the same bytes on every attempt. Fields may be added. */
        ContactErasedEvent: {
            /**
             * @description Always this.
             * @example contact.erased
             */
            type: components["schemas"]["ContactErasedType"];
            /**
             * Format: date-time
             * @description When the contact was erased.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The delivery, the same on every attempt: what was seen before is to be left alone.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description The workspace of the contact.
             */
            workspace_id: string;
            contact: components["schemas"]["WebhookErasedContact"];
        };
        /** @description A webhook, and what became of it so far. */
        Delivery: {
            /**
             * Format: uuid
             * @description As the receiver sees it: `webhook-id` and `X-Service-Delivery-Id`.
             */
            delivery_id: string;
            type: components["schemas"]["WebhookEventType"];
            /**
             * Format: uuid
             * @description The action that was applied. Of contact.erased: the last one that this URL was told of, with the contact.
             */
            outcome_id: string;
            /**
             * Format: uuid
             * @description The call that it was applied to.
             */
            call_id: string;
            /**
             * @description Where it is sent to: the URL of the outcome when it was applied.
             * @example https://hooks.example.com/outcome
             */
            webhook_url: string;
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: date-time
             * @description When it was requested: the outcome was applied, the contact erased, or the delivery repeated.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is tried next. null: there will be no further attempt.
             */
            next_attempt_at: string | null;
            /**
             * Format: uuid
             * @description The delivery that this one repeats. null: it is the first of its message.
             * @example null
             */
            redelivery_of: string | null;
            /** @description In their order. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When the message and the answers to it were erased, with the contact. null: they were not.
             * @example null
             */
            erased_at: string | null;
        };
        /** @description A page of deliveries. */
        DeliveryPage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order in which they were requested. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /** @description One delivery. */
        DeliveryResponse: {
            /** @description true of every success. */
            ok: boolean;
            delivery: components["schemas"]["Delivery"];
        };
        /** @description The delivery that repeats another one. */
        RedeliveryResponse: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * Format: uuid
             * @description Of the new delivery, not of the repeated one.
             */
            delivery_id: string;
        };
        /** @description Who caused an event. */
        EventActor: {
            type: components["schemas"]["EventActorType"];
            /**
             * @description Of an API key its id, of an admin the name of the token, of the service that of its part. null: the token has no name.
             * @example 0198f4b2-8d2f-7b4c-8e5f-60718293a4b5
             */
            id: string | null;
            /**
             * @description The name of the API key. null: it is none.
             * @example CRM
             */
            name: string | null;
        };
        /** @description Something that an event names. */
        EventSubject: {
            type: components["schemas"]["EventSubjectType"];
            /**
             * @description Its id; of a member those of its list and of its contact, with a slash between.
             * @example 0198f4b2-8d2f-7b4c-8e5f-60718293a4b5
             */
            id: string;
        };
        /** @description Something that happened in the workspace, and never changes. */
        Event: {
            /**
             * Format: uuid
             * @description The same in every answer: to recognise an event that was seen before.
             */
            event_id: string;
            type: components["schemas"]["EventType"];
            /**
             * @description The version of the shape of `data`.
             * @example 1
             */
            schema_version: number;
            /**
             * Format: date-time
             * @description When it was decided, by the clock of the service.
             */
            occurred_at: string;
            stream: components["schemas"]["EventStream"];
            /**
             * @description Its number among the events of the workspace, from 0; of a webhook attempt among those of its delivery.
             * @example 4711
             */
            revision: number;
            actor: components["schemas"]["EventActor"];
            /**
             * @description The `X-Correlation-Id`, else `X-Request-Id`, of the request that it goes back to.
             * @example 0198f4b2-7c1e-7a3b-9d4e-5f60718293a4
             */
            request_id: string;
            /**
             * Format: uuid
             * @description The event that caused it. null: a request did.
             * @example null
             */
            caused_by: string | null;
            /** @description What it names, the first 1,000. */
            subjects: components["schemas"]["EventSubject"][];
            /**
             * @description Its fields, by its type. Secrets are left out; what was erased is null.
             * @example {
             *       "contact_id": "0198f4b2-8d2f-7b4c-8e5f-60718293a4b5",
             *       "phone": "+12025550101",
             *       "name": "Ada"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description A page of events. */
        EventPage: {
            /** @description true of every success. */
            ok: boolean;
            /**
             * @description For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.
             * @example null
             */
            next_page_token: string | null;
            /** @description In the order of the log. */
            events: components["schemas"]["Event"][];
            /**
             * @description Whether there is nothing more now. `next_page_token` then gets what happens later; it is null only where `to` has passed.
             * @example true
             */
            caught_up: boolean;
        };
        /** @description One event. */
        EventResponse: {
            /** @description true of every success. */
            ok: boolean;
            event: components["schemas"]["Event"];
        };
        /**
         * @description A refusal (RFC 9457).
         * @example {
         *       "type": "/docs/errors#validation_failed",
         *       "title": "The request does not have the shape it must have",
         *       "status": 400,
         *       "detail": "name: Must be given.",
         *       "instance": "/smart-lists",
         *       "ok": false,
         *       "code": "validation_failed",
         *       "request_id": "0198f4b2-7c1e-7a3b-9d4e-5f60718293a4",
         *       "errors": [
         *         {
         *           "pointer": "/name",
         *           "code": "required",
         *           "detail": "Must be given."
         *         }
         *       ]
         *     }
         */
        Problem: {
            /**
             * Format: uri-reference
             * @description Links to what the code means.
             */
            type: string;
            /** @description What the code means, in short: the same for all of its refusals. */
            title: string;
            /** @description The status of the answer. */
            status: number;
            /** @description What was wrong with this request. For people: the wording may change. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            /**
             * @description false of every refusal.
             * @constant
             */
            ok: false;
            /** @description What happened, for programs. The page that `type` links to says what to do about it. */
            code: components["schemas"]["ErrorCode"];
            /** @description The X-Request-Id of the answer: name it when you ask about it. */
            request_id: string;
            /** @description Each mistake, at most 50. Left out where there is none to be pointed at. */
            errors?: components["schemas"]["FieldError"][];
        };
        /** @description One mistake. */
        FieldError: {
            /** @description Where: a JSON pointer (RFC 6901) into the body; `/` and the name of a query parameter or a header; empty for the body as a whole. */
            pointer: string;
            /** @description What is wrong there, for programs: `required`, `unknown_field`, `unknown_parameter`, `wrong_type`, `too_long`, `out_of_range`, `invalid_format` and others. Of /health/ready the name of a check. */
            code: string;
            /** @description The same for people: the wording may change. */
            detail: string;
        };
        /**
         * @description What happened, for programs. Later versions may add others; the status says how to take an unknown one.
         * @enum {string}
         */
        ErrorCode: "validation_failed" | "malformed_json" | "malformed_request" | "invalid_reference" | "waterfall_cycle" | "invalid_page_token" | "unauthorized" | "insufficient_scope" | "not_found" | "method_not_allowed" | "resource_conflict" | "idempotency_in_progress" | "callback_refused" | "call_state_conflict" | "contact_in_call" | "contact_erased" | "quota_exceeded" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "internal" | "unavailable";
        /**
         * @description event: one that holds its stream back. Every other value: an item of the worker of this name.
         * @enum {string}
         */
        ParkedKind: "event" | "sweeps" | "call_timers" | "webhook_deliveries" | "erasures" | "retention" | "attribute_indexing" | "zones_refresh";
        /**
         * @description In which order contacts are listed. created: that of their first import. name: that of their names, without case and accents, those without one first.
         * @enum {string}
         */
        ContactSort: "created" | "name";
        /**
         * @description From which end contacts are listed.
         * @enum {string}
         */
        ContactOrder: "ascending" | "descending";
        /**
         * @description Where a member stands. queued: may be called now. waiting: may be called at `schedule_time`. in_call: has a call in flight, from whatever list. completed: has had all of `max_attempts_total`. frozen: a cap of the list is 0. removed: is no member any more.
         * @enum {string}
         */
        MemberStatus: "queued" | "waiting" | "in_call" | "completed" | "frozen" | "removed";
        /**
         * @description open: rows are taken. finished: the whole file is done. cancelled: no further row is taken; what is done stays.
         * @enum {string}
         */
        ImportState: "open" | "finished" | "cancelled";
        /**
         * @description Where a call stands. in_progress: until it is ended. ended: it waits for a disposition. completed: nothing more is to come.
         * @enum {string}
         */
        CallState: "in_progress" | "ended" | "completed";
        /**
         * @description What a call was ended with. lost: by the service, for its lease had passed. The other results were sent by the client that ended it.
         * @enum {string}
         */
        CallResult: "answered" | "no_answer" | "busy" | "voicemail" | "failed" | "cancelled" | "not_placed" | "lost";
        /**
         * @description In which order calls are listed: by the moment at which they began.
         * @enum {string}
         */
        CallOrder: "oldest_first" | "newest_first";
        /**
         * @description What became of a delivery so far. pending: not tried yet. delivered: the receiver has it. retrying: tried in vain, to be tried again. exhausted: all 10 attempts were in vain. cancelled: the receiver answered 410, the contact was erased, or an operator has skipped it.
         * @enum {string}
         */
        DeliveryStatus: "pending" | "delivered" | "retrying" | "exhausted" | "cancelled";
        /**
         * @description What a message to an endpoint tells: one of its event_types, that a contact was erased, or that it is tried out. Later versions may send others.
         * @enum {string}
         */
        EndpointMessageType: "call.dispatched" | "call.ended" | "call.lost" | "call.completed" | "outcome.applied" | "member.exhausted" | "member.moved" | "list.drained" | "callback.due" | "do_not_call.added" | "import.finished" | "endpoint.paused" | "contact.erased" | "endpoint.test";
        /**
         * @description In which order deliveries are listed: by when they were requested.
         * @enum {string}
         */
        DeliveryOrder: "newest_first" | "oldest_first";
        /**
         * @description What an event may be about. A member is named by `{smart_list_id}/{contact_id}`, all others by their id.
         * @enum {string}
         */
        EventSubjectType: "list" | "member" | "contact" | "call" | "outcome" | "delivery" | "key" | "workspace" | "dial_group" | "calling_hours";
        /**
         * @description What happened; docs/reference/events.md tells each. Later versions may add others.
         * @enum {string}
         */
        EventType: "ApiKeyCreated" | "ApiKeyRevoked" | "AttributeIndexingAdvanced" | "CallCompleted" | "CallDetailsRecorded" | "CallDispatched" | "CallEnded" | "CallHeartbeat" | "CallRegistered" | "CallbackCleared" | "CallbackDue" | "CallbackSet" | "CallingHoursChanged" | "CallingHoursCreated" | "CallingHoursDeleted" | "CallsErased" | "CommandRecorded" | "ContactAttributesIndexed" | "ContactChanged" | "ContactDeleted" | "ContactDetailsChanged" | "ContactErased" | "ContactErasureAnnounced" | "ContactErasureCompleted" | "ContactErasureRequested" | "ContactImported" | "ContactZonesRefreshAdvanced" | "ContactZonesRefreshRequested" | "DeliveryAttempted" | "DeliveryCancelled" | "DeliveryErased" | "DeliveryRequested" | "DialGroupChanged" | "DialGroupCreated" | "DialGroupDeleted" | "DialingPaused" | "DialingResumed" | "DoNotCallAdded" | "DoNotCallChanged" | "DoNotCallNumbersErased" | "DoNotCallRemoved" | "EventsForwarded" | "ImportAdvanced" | "ImportCancelled" | "ImportCreated" | "ImportFinished" | "ListDrained" | "MemberAdded" | "MemberRemoved" | "MembersReset" | "NumberKeyMade" | "OutcomeApplied" | "OutcomeChanged" | "OutcomeCreated" | "OutcomeDeleted" | "PersonalDataExpired" | "SearchableAttributesChanged" | "SigningSecretRotated" | "SigningSecretsResealed" | "SmartListChanged" | "SmartListCreated" | "SmartListDeleted" | "SmartListReset" | "SweepAdvanced" | "WebhookEndpointChanged" | "WebhookEndpointCreated" | "WebhookEndpointDeleted" | "WebhookEndpointHealthChanged" | "WebhookEndpointPaused" | "WebhookEndpointResumed" | "WebhookEndpointSecretRotated" | "WebhookEndpointSecretsResealed" | "WorkParked" | "WorkRetried" | "WorkSkipped" | "WorkspaceArrivalBegun" | "WorkspaceChanged" | "WorkspaceCreated" | "WorkspaceDeleted";
        /**
         * @description csv: a table with a header, RFC 4180. jsonl: an object a line, as the list endpoint shows it.
         * @enum {string}
         */
        ExportFormat: "csv" | "jsonl";
        /**
         * @description rows: everything that the API shows but events.
         * @enum {string}
         */
        FollowerName: "rows" | "events_index";
        /**
         * @description building: there is no complete copy yet. stalled: `trouble` says why nothing is folded; a copy that lags by 15 s and stands still for two is stalled, whichever process has its follower.
         * @enum {string}
         */
        FollowerState: "building" | "following" | "stalled";
        /**
         * @description What the served row is, compared with the rebuilt one: missing: it is not there; extra: no event makes it; behind, ahead: it has fewer or more events; different: the same events came to other values.
         * @enum {string}
         */
        RowDifferenceKind: "missing" | "extra" | "behind" | "ahead" | "different";
        /**
         * @description back: the rows before the last rebuild are served again.
         * @enum {string}
         */
        RebuildKind: "rebuild" | "back";
        /**
         * @description differs: the rebuilt rows are not those that are served, which stay.
         * @enum {string}
         */
        RebuildState: "building" | "comparing" | "switching" | "done" | "differs" | "failed";
        /**
         * @description parked: not tried. retried: tried again. skipped: never tried again. done: its work is done, by its worker or in another way.
         * @enum {string}
         */
        ParkedItemState: "parked" | "retried" | "skipped" | "done";
        /**
         * @description Seconds that the dialer lets it ring: 15 to 60 in steps of 5.
         * @enum {integer}
         */
        DialTimeout: 15 | 20 | 25 | 30 | 35 | 40 | 45 | 50 | 55 | 60;
        /**
         * @description What an API key may do. `:write` does not include `:read`. Later versions may add others.
         * @enum {string}
         */
        Scope: "smart_lists:read" | "smart_lists:write" | "contacts:read" | "contacts:write" | "contacts:erase" | "calls:read" | "calls:write" | "webhooks:read" | "webhooks:write" | "webhooks:admin" | "events:read";
        /**
         * @description What a quota limits. Later versions may add some.
         * @enum {string}
         */
        QuotaResource: "contacts" | "members" | "open_calls" | "deliveries_waiting";
        /**
         * @description What became of an item. created: its contact is new, or was deleted before. updated: something of it was changed. unchanged: it was so already. refused: nothing was changed.
         * @enum {string}
         */
        ImportResult: "created" | "updated" | "unchanged" | "refused";
        /**
         * @description Where the zones of a contact come from. given: its time_zone. number: its phone. workspace: neither says.
         * @enum {string}
         */
        ZonesSource: "given" | "number" | "workspace";
        /**
         * @description What became of a contact. erased: its data are erased, now or since before. after_call: it is deleted, and erased when its call has ended. in_call: it is in a call, and nothing was changed. not_found: there is no such contact.
         * @enum {string}
         */
        ErasureResult: "erased" | "after_call" | "in_call" | "not_found";
        /**
         * @description By whom it was entered. api: a request. outcome: the application of an outcome. Later versions may add others.
         * @enum {string}
         */
        DoNotCallSource: "api" | "outcome";
        /**
         * @description The tier that the members of a list are called in: a lower one has its turn when nobody of a higher one may be called.
         * @enum {string}
         */
        Priority: "highest" | "high" | "medium" | "low" | "lowest";
        /**
         * @description Where a list comes from. api: created by a request. clone: cloned. import: brought along from elsewhere.
         * @enum {string}
         */
        SmartListSource: "api" | "clone" | "import";
        /**
         * @description A day of the week, as the clock of the zone shows it.
         * @enum {string}
         */
        Weekday: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
        /**
         * @description Why a member has its status. Of queued: eligible, callback_due (its callback is due, perhaps for its owner first). Of waiting: callback_scheduled (its callback is later), retry_gap (it has not passed), daily_cap_reached, window_cap_reached, contact_cap_reached (calls over all lists), calling_hours (they are closed). Of in_call: call_in_progress. Of completed: total_cap_reached. Of frozen: do_not_call (its number is in the register), dialing_paused (in the workspace), list_paused, cap_zero. Of removed: removed_by_request, removed_by_outcome, moved_by_outcome and moved_by_waterfall (to another list), list_deleted, contact_deleted.
         * @enum {string}
         */
        MemberStatusReason: "eligible" | "callback_due" | "do_not_call" | "dialing_paused" | "list_paused" | "cap_zero" | "call_in_progress" | "total_cap_reached" | "callback_scheduled" | "daily_cap_reached" | "window_cap_reached" | "contact_cap_reached" | "retry_gap" | "calling_hours" | "removed_by_request" | "removed_by_outcome" | "moved_by_outcome" | "moved_by_waterfall" | "list_deleted" | "contact_deleted";
        /**
         * @description api: put on the list by a request. outcome: by an outcome. waterfall: by the waterfall of another list. import: brought along from elsewhere.
         * @enum {string}
         */
        MemberSource: "api" | "outcome" | "waterfall" | "import";
        /**
         * @description What the rows of a file are. contacts: contacts to be made or changed; where the import names a list, they are added to it. members: contacts that exist, which are added to the list. removals: contacts that are taken off the list, or off all lists where none is named.
         * @enum {string}
         */
        ImportKind: "contacts" | "members" | "removals";
        /**
         * @description action: applied during a call, sends a webhook. disposition: applied after a call, completes it.
         * @enum {string}
         */
        OutcomeType: "action" | "disposition";
        /**
         * @description What becomes of the contact. none: nothing. smart_list: comes to the list `destination_id`, and off the one that was called from. remove_from_all: comes off every list. remove_from_selected: comes off `smart_list_ids`.
         * @enum {string}
         */
        DestinationType: "none" | "smart_list" | "remove_from_all" | "remove_from_selected" | "do_not_call";
        /**
         * @description not_placed: nobody was called, and the attempt is given back. The service treats all other results alike; they are yours to tell apart.
         * @enum {string}
         */
        EndResult: "answered" | "no_answer" | "busy" | "voicemail" | "failed" | "cancelled" | "not_placed";
        /**
         * @description A rule. membership: is on the list, and the list is active. do_not_call: the number is not in the do-not-call register. dialing_not_paused, list_not_paused: dialing is paused neither in the workspace nor of the list. caps_not_zero: neither cap of the list is 0. no_call_in_flight: is in no call, from whatever list. total_cap, daily_cap, attempt_windows: has attempts left, for life, of the day and in each window. contact_windows: the contact, and its number, may be called once more under the limits of the workspace. callback: its callback, if it has one, is not later. retry_gap: the last call from this list ended long enough ago, or a callback has taken its place. calling_hours: those of the list, and those of the workspace, are open for the contact.
         * @enum {string}
         */
        GateName: "membership" | "do_not_call" | "dialing_not_paused" | "list_not_paused" | "caps_not_zero" | "no_call_in_flight" | "total_cap" | "callback" | "daily_cap" | "attempt_windows" | "contact_windows" | "retry_gap" | "calling_hours";
        /**
         * @description The status of the member if this is the first gate that fails: one of MemberStatus.
         * @enum {string}
         */
        GateStatus: "waiting" | "in_call" | "completed" | "frozen" | "removed";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        CallDispatchedMessageType: "call.dispatched";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        CallEndedMessageType: "call.ended";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        CallLostMessageType: "call.lost";
        /**
         * @description What completed a call. end: it ended, and awaited nothing. disposition: one was applied. wrap_up: none was applied in time.
         * @enum {string}
         */
        CallCompletion: "end" | "disposition" | "wrap_up";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        CallCompletedMessageType: "call.completed";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        CallOutcomeMessageType: "outcome.applied";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        MemberExhaustedMessageType: "member.exhausted";
        /**
         * @description Why a member was moved. outcome: by one that was applied. exhausted: it had no attempts left on its list, which has a next one.
         * @enum {string}
         */
        MoveReason: "outcome" | "exhausted";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        MemberMovedMessageType: "member.moved";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        ListDrainedMessageType: "list.drained";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        CallbackDueMessageType: "callback.due";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        DoNotCallAddedMessageType: "do_not_call.added";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        ImportFinishedMessageType: "import.finished";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        EndpointPausedMessageType: "endpoint.paused";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        EndpointTestMessageType: "endpoint.test";
        /**
         * @description What an endpoint can be told. call.dispatched: a call has begun by the queue. call.ended: a client has ended a call. call.lost: the lease of a call has expired. call.completed: a call awaits no disposition any more. outcome.applied: an outcome was applied to a call. member.exhausted: a contact has used its last attempt from a list. member.moved: a member was moved to another list. list.drained: no member of a list will be called any more, unless a request changes something. callback.due: a member may be called back from now on. do_not_call.added: a number was added to the do-not-call register. import.finished: the whole file of an import is done. endpoint.paused: another endpoint was paused. Later versions may send others.
         * @enum {string}
         */
        EndpointEventType: "call.dispatched" | "call.ended" | "call.lost" | "call.completed" | "outcome.applied" | "member.exhausted" | "member.moved" | "list.drained" | "callback.due" | "do_not_call.added" | "import.finished" | "endpoint.paused";
        /**
         * @description healthy: the last attempt was successful, or there was none. failing: every attempt has failed since `failing_since`. paused: nothing is sent until it is resumed.
         * @enum {string}
         */
        EndpointState: "healthy" | "failing" | "paused";
        /**
         * @description Of OutcomeType those that send webhooks.
         * @enum {string}
         */
        WebhookOutcomeType: "action";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        OutcomeAppliedType: "outcome.applied";
        /**
         * @description The type of this message.
         * @enum {string}
         */
        ContactErasedType: "contact.erased";
        /**
         * @description What a webhook tells. outcome.applied: an action was applied to a call. contact.erased: a contact was erased. Later versions may send others.
         * @enum {string}
         */
        WebhookEventType: "outcome.applied" | "contact.erased";
        /**
         * @description Who caused an event.
         * @enum {string}
         */
        EventActorType: "api_key" | "admin" | "system";
        /**
         * @description Whose events `revision` counts.
         * @enum {string}
         */
        EventStream: "workspace" | "delivery";
        /**
         * @description The versions of the API by their dates, newest first. Later versions are added.
         * @enum {string}
         */
        ApiVersion: "2026-11-01";
    };
    responses: {
        /** @description `unavailable`: The service cannot do this now. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `malformed_request`: The request is not HTTP as this service reads it. */
        MalformedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `malformed_request`: The request is not HTTP as this service reads it. */
        UriTooLong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `malformed_request`: The request is not HTTP as this service reads it. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `internal`: The service failed. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "API-Version": components["headers"]["API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `validation_failed`: The request does not have the shape it must have.
         *
         *     `malformed_request`: The request is not HTTP as this service reads it.
         *
         *     `invalid_page_token`: The page token is not valid here.
         */
        InvalidPageToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unauthorized`: No valid key or token. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate_limited`: Too many requests. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not_found`: There is no such thing. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `resource_conflict`: Something that exists is in the way. */
        ResourceConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `validation_failed`: The request does not have the shape it must have.
         *
         *     `malformed_json`: The body is not JSON as this service reads it.
         *
         *     `malformed_request`: The request is not HTTP as this service reads it.
         */
        InvalidBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `payload_too_large`: The body is too large. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unsupported_media_type`: The type of the body is not taken. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `validation_failed`: The request does not have the shape it must have.
         *
         *     `malformed_request`: The request is not HTTP as this service reads it.
         */
        ValidationFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `validation_failed`: The request does not have the shape it must have.
         *
         *     `malformed_json`: The body is not JSON as this service reads it.
         *
         *     `malformed_request`: The request is not HTTP as this service reads it.
         *
         *     `invalid_reference`: The request names something that is not there.
         */
        InvalidBodyOrInvalidReference: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `validation_failed`: The request does not have the shape it must have.
         *
         *     `malformed_json`: The body is not JSON as this service reads it.
         *
         *     `malformed_request`: The request is not HTTP as this service reads it.
         *
         *     `invalid_page_token`: The page token is not valid here.
         */
        InvalidBodyOrInvalidPageToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `resource_conflict`: Something that exists is in the way.
         *
         *     `quota_exceeded`: The workspace holds as much as it may.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still under way.
         */
        ResourceConflictOrQuotaExceededOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `insufficient_scope`: The API key may not do this. */
        InsufficientScope: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
        IdempotencyKeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still under way. */
        IdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `resource_conflict`: Something that exists is in the way.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still under way.
         */
        ResourceConflictOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `contact_in_call`: The contact is in a call.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still under way.
         */
        ContactInCallOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `precondition_failed`: It was changed in the meantime. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `validation_failed`: The request does not have the shape it must have.
         *
         *     `malformed_json`: The body is not JSON as this service reads it.
         *
         *     `malformed_request`: The request is not HTTP as this service reads it.
         *
         *     `invalid_reference`: The request names something that is not there.
         *
         *     `waterfall_cycle`: The waterfall would lead back to its beginning.
         */
        InvalidBodyOrInvalidReferenceOrWaterfallCycle: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `callback_refused`: Nobody could keep this callback.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still under way.
         */
        CallbackRefusedOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `quota_exceeded`: The workspace holds as much as it may.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still under way.
         */
        QuotaExceededOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `resource_conflict`: Something that exists is in the way.
         *
         *     `quota_exceeded`: The workspace holds as much as it may.
         */
        ResourceConflictOrQuotaExceeded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `resource_conflict`: Something that exists is in the way.
         *
         *     `call_state_conflict`: The call is not in a state that allows this.
         *
         *     `quota_exceeded`: The workspace holds as much as it may.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still under way.
         */
        ResourceConflictOrCallStateConflictOrQuotaExceededOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `resource_conflict`: Something that exists is in the way.
         *
         *     `contact_erased`: The contact was erased.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still under way.
         */
        ResourceConflictOrContactErasedOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `call_state_conflict`: The call is not in a state that allows this.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still under way.
         */
        CallStateConflictOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `resource_conflict`: Something that exists is in the way.
         *
         *     `call_state_conflict`: The call is not in a state that allows this.
         *
         *     `contact_erased`: The contact was erased.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still under way.
         */
        ResourceConflictOrCallStateConflictOrContactErasedOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `resource_conflict`: Something that exists is in the way.
         *
         *     `callback_refused`: Nobody could keep this callback.
         *
         *     `call_state_conflict`: The call is not in a state that allows this.
         *
         *     `contact_erased`: The contact was erased.
         *
         *     `quota_exceeded`: The workspace holds as much as it may.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still under way.
         */
        ResourceConflictOrCallbackRefusedOrCallStateConflictOrContactErasedOrQuotaExceededOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `validation_failed`: The request does not have the shape it must have.
         *
         *     `malformed_request`: The request is not HTTP as this service reads it.
         *
         *     `invalid_reference`: The request names something that is not there.
         */
        ValidationFailedOrInvalidReference: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `resource_conflict`: Something that exists is in the way.
         *
         *     `contact_erased`: The contact was erased.
         *
         *     `quota_exceeded`: The workspace holds as much as it may.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still under way.
         */
        ResourceConflictOrContactErasedOrQuotaExceededOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
        RequestId: string;
        /** @description How many rows at most. May change from page to page. */
        PageSize: number;
        /** @description The `next_page_token` of the page before, unchanged. */
        PageToken: string;
        /** @description The id of the item, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        ItemId: string;
        /** @description The id of the workspace, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        WorkspaceId: string;
        /** @description The id of the API key, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        ApiKeyId: string;
        /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
        IdempotencyKey: string;
        /** @description The id of the contact, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        ContactId: string;
        /** @description In E.164; its + may be escaped as %2B. What is no phone number is `not_found`, like an unknown one. */
        Phone: string;
        /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        SmartListId: string;
        /** @description The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked. */
        IfMatch: string;
        /** @description The id of the calling hours, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        CallingHoursId: string;
        /** @description The id of the dial group, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        DialGroupId: string;
        /** @description The id of the import, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        ImportId: string;
        /** @description The id of the outcome, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        OutcomeId: string;
        /** @description The id of the call, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        CallId: string;
        /** @description The id of the endpoint, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        EndpointId: string;
        /** @description The id of the endpoint delivery, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        EndpointDeliveryId: string;
        /** @description The id of the delivery, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        DeliveryId: string;
        /** @description The id of the event, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
        EventId: string;
        /** @description The id of the delivery, the same on every attempt. */
        SentXServiceDeliveryId: string;
        /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
        SentXServiceSignature: string;
        /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
        SentWebhookId: string;
        /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
        SentWebhookTimestamp: string;
        /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
        SentWebhookSignature: string;
        /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
        SentTraceparent: string;
        /** @description Which service it comes from. */
        SentUserAgent: string;
    };
    requestBodies: never;
    headers: {
        /** @description Seconds to wait before the same request is sent again. */
        "Retry-After": number;
        /** @description The id of this request: the one it brought, or a new UUID. It is in the logs. A new one is the `correlation_id` of every event that the request wrote as well. */
        "X-Request-Id": string;
        /** @description Only where the request brought an X-Request-Id of its own: the `correlation_id` of every event that it wrote. Ids of clients are not stored. */
        "X-Correlation-Id": string;
        /** @description The version of the API in which the answer is: the one that the request names, or the newest. */
        "API-Version": components["schemas"]["ApiVersion"];
        /** @description How to authenticate: always `Bearer`. */
        "WWW-Authenticate": string;
        /** @description What the key may do: at most `q` reads or writes in `w` seconds. Left out where nothing limits it, and where no API key is taken. */
        "RateLimit-Policy": string;
        /** @description How many reads or writes are left (`r`), and seconds until one more is allowed (`t`), at least 1. Left out where nothing limits the key, and where none is taken. */
        RateLimit: string;
        /** @description `1`: the rows did not catch up within 2 seconds. A write is done and durable, but reads may not show it yet; a read may lack the last writes. Left out otherwise. */
        "Projection-Lag": number;
        /** @description `true`: this is the first answer to this Idempotency-Key, again. Left out otherwise. */
        "Idempotent-Replayed": string;
        /** @description The path of what was created, from the root of the server. */
        Location: string;
        /** @description The `version` in quotes, for `If-Match`. */
        ETag: string;
        /** @description A digest of the body, for `If-None-Match`: another body has another one. */
        BodyDigest: string;
        /** @description How many events of the workspace had happened that the answer could not show yet. 0: none. */
        "Events-Lag": number;
        /** @description The name of the file. */
        "Content-Disposition": string;
        /** @description The revision of the workspace as of which the file is exact. */
        "Export-Revision": number;
        /** @description The instant as of which statuses are told. */
        "Export-Time": string;
    };
    pathItems: never;
}
export type Liveness = components['schemas']['Liveness'];
export type Readiness = components['schemas']['Readiness'];
export type HeldStream = components['schemas']['HeldStream'];
export type HeldStreamPage = components['schemas']['HeldStreamPage'];
export type SkipEvent = components['schemas']['SkipEvent'];
export type SkippedEvent = components['schemas']['SkippedEvent'];
export type SkippedEventResponse = components['schemas']['SkippedEventResponse'];
export type Follower = components['schemas']['Follower'];
export type Heads = components['schemas']['Heads'];
export type RowsOrigin = components['schemas']['RowsOrigin'];
export type RowDifference = components['schemas']['RowDifference'];
export type Rebuild = components['schemas']['Rebuild'];
export type ProjectionsResponse = components['schemas']['ProjectionsResponse'];
export type RebuildRows = components['schemas']['RebuildRows'];
export type RebuildResponse = components['schemas']['RebuildResponse'];
export type ParkedItem = components['schemas']['ParkedItem'];
export type ParkedItemPage = components['schemas']['ParkedItemPage'];
export type ParkedItemResponse = components['schemas']['ParkedItemResponse'];
export type ParkedDecision = components['schemas']['ParkedDecision'];
export type SkipParkedItem = components['schemas']['SkipParkedItem'];
export type UnlistedSettings = components['schemas']['UnlistedSettings'];
export type ContactWindow = components['schemas']['ContactWindow'];
export type OwnWorkspace = components['schemas']['OwnWorkspace'];
export type OwnApiKey = components['schemas']['OwnApiKey'];
export type KeyRateLimit = components['schemas']['KeyRateLimit'];
export type KeyRateLimits = components['schemas']['KeyRateLimits'];
export type QuotaUse = components['schemas']['QuotaUse'];
export type MeResponse = components['schemas']['MeResponse'];
export type CreateWorkspace = components['schemas']['CreateWorkspace'];
export type RateLimit = components['schemas']['RateLimit'];
export type RateLimits = components['schemas']['RateLimits'];
export type Quotas = components['schemas']['Quotas'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceResponse = components['schemas']['WorkspaceResponse'];
export type WorkspaceUsage = components['schemas']['WorkspaceUsage'];
export type ListedWorkspace = components['schemas']['ListedWorkspace'];
export type WorkspacePage = components['schemas']['WorkspacePage'];
export type ListedWorkspaceResponse = components['schemas']['ListedWorkspaceResponse'];
export type UnlistedSettingsPatch = components['schemas']['UnlistedSettingsPatch'];
export type SetRateLimit = components['schemas']['SetRateLimit'];
export type RateLimitsPatch = components['schemas']['RateLimitsPatch'];
export type QuotasPatch = components['schemas']['QuotasPatch'];
export type SetContactWindow = components['schemas']['SetContactWindow'];
export type WorkspacePatch = components['schemas']['WorkspacePatch'];
export type DeleteWorkspace = components['schemas']['DeleteWorkspace'];
export type WorkspaceDeletedResponse = components['schemas']['WorkspaceDeletedResponse'];
export type RotateSigningSecret = components['schemas']['RotateSigningSecret'];
export type SigningSecretResponse = components['schemas']['SigningSecretResponse'];
export type ResealedSecretsPage = components['schemas']['ResealedSecretsPage'];
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type ApiKey = components['schemas']['ApiKey'];
export type NewApiKeyResponse = components['schemas']['NewApiKeyResponse'];
export type ApiKeysResponse = components['schemas']['ApiKeysResponse'];
export type ApiKeyResponse = components['schemas']['ApiKeyResponse'];
export type GivenPhone = components['schemas']['GivenPhone'];
export type ImportContactsItem = components['schemas']['ImportContactsItem'];
export type ImportContacts = components['schemas']['ImportContacts'];
export type ImportRefusal = components['schemas']['ImportRefusal'];
export type ImportedContact = components['schemas']['ImportedContact'];
export type ContactsImportedResponse = components['schemas']['ContactsImportedResponse'];
export type ContactPhone = components['schemas']['ContactPhone'];
export type Contact = components['schemas']['Contact'];
export type ContactPage = components['schemas']['ContactPage'];
export type ContactResponse = components['schemas']['ContactResponse'];
export type ZonesRefreshResponse = components['schemas']['ZonesRefreshResponse'];
export type ChangeContact = components['schemas']['ChangeContact'];
export type ContactDeletedResponse = components['schemas']['ContactDeletedResponse'];
export type ContactErasedResponse = components['schemas']['ContactErasedResponse'];
export type EraseContacts = components['schemas']['EraseContacts'];
export type ErasedContact = components['schemas']['ErasedContact'];
export type ContactsErasedResponse = components['schemas']['ContactsErasedResponse'];
export type NewDoNotCallEntry = components['schemas']['NewDoNotCallEntry'];
export type EnterDoNotCall = components['schemas']['EnterDoNotCall'];
export type DoNotCallEntered = components['schemas']['DoNotCallEntered'];
export type RemoveDoNotCall = components['schemas']['RemoveDoNotCall'];
export type DoNotCallRemoved = components['schemas']['DoNotCallRemoved'];
export type DoNotCallEntry = components['schemas']['DoNotCallEntry'];
export type DoNotCallEntries = components['schemas']['DoNotCallEntries'];
export type DoNotCallEntryResponse = components['schemas']['DoNotCallEntryResponse'];
export type SetRetrySeconds = components['schemas']['SetRetrySeconds'];
export type SetAttemptWindow = components['schemas']['SetAttemptWindow'];
export type CreateSmartList = components['schemas']['CreateSmartList'];
export type RetrySeconds = components['schemas']['RetrySeconds'];
export type AttemptWindow = components['schemas']['AttemptWindow'];
export type SmartList = components['schemas']['SmartList'];
export type SmartListResponse = components['schemas']['SmartListResponse'];
export type SmartListPage = components['schemas']['SmartListPage'];
export type SmartListPatch = components['schemas']['SmartListPatch'];
export type DryRunMembers = components['schemas']['DryRunMembers'];
export type DryRunPick = components['schemas']['DryRunPick'];
export type DryRunQueue = components['schemas']['DryRunQueue'];
export type SmartListDryRun = components['schemas']['SmartListDryRun'];
export type SmartListChangedResponse = components['schemas']['SmartListChangedResponse'];
export type CloneSmartList = components['schemas']['CloneSmartList'];
export type ResetSmartList = components['schemas']['ResetSmartList'];
export type SmartListResetResponse = components['schemas']['SmartListResetResponse'];
export type SmartListDeletedResponse = components['schemas']['SmartListDeletedResponse'];
export type HoursInterval = components['schemas']['HoursInterval'];
export type CreateCallingHours = components['schemas']['CreateCallingHours'];
export type CallingHours = components['schemas']['CallingHours'];
export type CallingHoursResponse = components['schemas']['CallingHoursResponse'];
export type CallingHoursPage = components['schemas']['CallingHoursPage'];
export type CallingHoursPatch = components['schemas']['CallingHoursPatch'];
export type CallingHoursDeletedResponse = components['schemas']['CallingHoursDeletedResponse'];
export type CreateDialGroup = components['schemas']['CreateDialGroup'];
export type DialGroup = components['schemas']['DialGroup'];
export type DialGroupResponse = components['schemas']['DialGroupResponse'];
export type DialGroupPage = components['schemas']['DialGroupPage'];
export type DialGroupPatch = components['schemas']['DialGroupPatch'];
export type DialGroupDeletedResponse = components['schemas']['DialGroupDeletedResponse'];
export type LastDisposition = components['schemas']['LastDisposition'];
export type Callback = components['schemas']['Callback'];
export type Member = components['schemas']['Member'];
export type MemberPage = components['schemas']['MemberPage'];
export type MemberResponse = components['schemas']['MemberResponse'];
export type ChangeMember = components['schemas']['ChangeMember'];
export type Membership = components['schemas']['Membership'];
export type MembershipPage = components['schemas']['MembershipPage'];
export type MemberReference = components['schemas']['MemberReference'];
export type MemberReferences = components['schemas']['MemberReferences'];
export type UnmatchedReference = components['schemas']['UnmatchedReference'];
export type MembersAddedResponse = components['schemas']['MembersAddedResponse'];
export type MembersRemovedResponse = components['schemas']['MembersRemovedResponse'];
export type MembersResetResponse = components['schemas']['MembersResetResponse'];
export type MembersByStatus = components['schemas']['MembersByStatus'];
export type ListProgress = components['schemas']['ListProgress'];
export type ListProgressResponse = components['schemas']['ListProgressResponse'];
export type CreateImport = components['schemas']['CreateImport'];
export type ImportCounts = components['schemas']['ImportCounts'];
export type Import = components['schemas']['Import'];
export type ImportResponse = components['schemas']['ImportResponse'];
export type ImportsResponse = components['schemas']['ImportsResponse'];
export type RefusedRow = components['schemas']['RefusedRow'];
export type RefusedRowsResponse = components['schemas']['RefusedRowsResponse'];
export type CreateOutcome = components['schemas']['CreateOutcome'];
export type Destination = components['schemas']['Destination'];
export type Outcome = components['schemas']['Outcome'];
export type OutcomeResponse = components['schemas']['OutcomeResponse'];
export type OutcomesResponse = components['schemas']['OutcomesResponse'];
export type OutcomePatch = components['schemas']['OutcomePatch'];
export type OutcomeDeletedResponse = components['schemas']['OutcomeDeletedResponse'];
export type RegisterCall = components['schemas']['RegisterCall'];
export type CallScope = components['schemas']['CallScope'];
export type CallLane = components['schemas']['CallLane'];
export type CallSnapshot = components['schemas']['CallSnapshot'];
export type AppliedOutcome = components['schemas']['AppliedOutcome'];
export type Call = components['schemas']['Call'];
export type CallResponse = components['schemas']['CallResponse'];
export type CallsResponse = components['schemas']['CallsResponse'];
export type ChangeCall = components['schemas']['ChangeCall'];
export type EndCall = components['schemas']['EndCall'];
export type ApplyOutcome = components['schemas']['ApplyOutcome'];
export type OutcomeAppliedResponse = components['schemas']['OutcomeAppliedResponse'];
export type DispatchNextCalls = components['schemas']['DispatchNextCalls'];
export type DispatchedCallsResponse = components['schemas']['DispatchedCallsResponse'];
export type PreviewedCall = components['schemas']['PreviewedCall'];
export type PreviewedCallsResponse = components['schemas']['PreviewedCallsResponse'];
export type Dialer = components['schemas']['Dialer'];
export type DialerResponse = components['schemas']['DialerResponse'];
export type DialerPatch = components['schemas']['DialerPatch'];
export type DialerTier = components['schemas']['DialerTier'];
export type CallsWithoutTier = components['schemas']['CallsWithoutTier'];
export type EndedCallsByResult = components['schemas']['EndedCallsByResult'];
export type CallsOfLastHour = components['schemas']['CallsOfLastHour'];
export type DialerStatsResponse = components['schemas']['DialerStatsResponse'];
export type Gate = components['schemas']['Gate'];
export type MemberExplanationResponse = components['schemas']['MemberExplanationResponse'];
export type DispatchedCallData = components['schemas']['DispatchedCallData'];
export type CallDispatchedMessage = components['schemas']['CallDispatchedMessage'];
export type EndedCallData = components['schemas']['EndedCallData'];
export type CallEndedMessage = components['schemas']['CallEndedMessage'];
export type CallLostMessage = components['schemas']['CallLostMessage'];
export type CompletedCallData = components['schemas']['CompletedCallData'];
export type CallCompletedMessage = components['schemas']['CallCompletedMessage'];
export type AppliedOutcomeData = components['schemas']['AppliedOutcomeData'];
export type CallOutcomeData = components['schemas']['CallOutcomeData'];
export type CallOutcomeMessage = components['schemas']['CallOutcomeMessage'];
export type ExhaustedMemberData = components['schemas']['ExhaustedMemberData'];
export type MemberExhaustedMessage = components['schemas']['MemberExhaustedMessage'];
export type MovedMemberData = components['schemas']['MovedMemberData'];
export type MemberMovedMessage = components['schemas']['MemberMovedMessage'];
export type DrainedListData = components['schemas']['DrainedListData'];
export type ListDrainedMessage = components['schemas']['ListDrainedMessage'];
export type DueCallbackData = components['schemas']['DueCallbackData'];
export type CallbackDueMessage = components['schemas']['CallbackDueMessage'];
export type AddedNumberData = components['schemas']['AddedNumberData'];
export type DoNotCallAddedMessage = components['schemas']['DoNotCallAddedMessage'];
export type FinishedImportData = components['schemas']['FinishedImportData'];
export type ImportFinishedMessage = components['schemas']['ImportFinishedMessage'];
export type PausedEndpointData = components['schemas']['PausedEndpointData'];
export type EndpointPausedMessage = components['schemas']['EndpointPausedMessage'];
export type TestData = components['schemas']['TestData'];
export type EndpointTestMessage = components['schemas']['EndpointTestMessage'];
export type CreateWebhookEndpoint = components['schemas']['CreateWebhookEndpoint'];
export type EndpointHealth = components['schemas']['EndpointHealth'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointCreatedResponse = components['schemas']['WebhookEndpointCreatedResponse'];
export type WebhookEndpointsResponse = components['schemas']['WebhookEndpointsResponse'];
export type WebhookEndpointResponse = components['schemas']['WebhookEndpointResponse'];
export type WebhookEndpointPatch = components['schemas']['WebhookEndpointPatch'];
export type WebhookEndpointDeletedResponse = components['schemas']['WebhookEndpointDeletedResponse'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type EndpointDelivery = components['schemas']['EndpointDelivery'];
export type EndpointDeliveriesResponse = components['schemas']['EndpointDeliveriesResponse'];
export type EndpointDeliveryResponse = components['schemas']['EndpointDeliveryResponse'];
export type EndpointTestResponse = components['schemas']['EndpointTestResponse'];
export type RecoverDeliveries = components['schemas']['RecoverDeliveries'];
export type RecoveredDeliveriesResponse = components['schemas']['RecoveredDeliveriesResponse'];
export type SigningSecretInfo = components['schemas']['SigningSecretInfo'];
export type SigningSecretsResponse = components['schemas']['SigningSecretsResponse'];
export type RotateSecret = components['schemas']['RotateSecret'];
export type RotatedSecretResponse = components['schemas']['RotatedSecretResponse'];
export type WebhookOutcome = components['schemas']['WebhookOutcome'];
export type WebhookCall = components['schemas']['WebhookCall'];
export type WebhookContact = components['schemas']['WebhookContact'];
export type WebhookDestination = components['schemas']['WebhookDestination'];
export type OutcomeAppliedEvent = components['schemas']['OutcomeAppliedEvent'];
export type WebhookErasedContact = components['schemas']['WebhookErasedContact'];
export type ContactErasedEvent = components['schemas']['ContactErasedEvent'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type DeliveryResponse = components['schemas']['DeliveryResponse'];
export type RedeliveryResponse = components['schemas']['RedeliveryResponse'];
export type EventActor = components['schemas']['EventActor'];
export type EventSubject = components['schemas']['EventSubject'];
export type Event = components['schemas']['Event'];
export type EventPage = components['schemas']['EventPage'];
export type EventResponse = components['schemas']['EventResponse'];
export type Problem = components['schemas']['Problem'];
export type FieldError = components['schemas']['FieldError'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type ParkedKind = components['schemas']['ParkedKind'];
export type ContactSort = components['schemas']['ContactSort'];
export type ContactOrder = components['schemas']['ContactOrder'];
export type MemberStatus = components['schemas']['MemberStatus'];
export type ImportState = components['schemas']['ImportState'];
export type CallState = components['schemas']['CallState'];
export type CallResult = components['schemas']['CallResult'];
export type CallOrder = components['schemas']['CallOrder'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type EndpointMessageType = components['schemas']['EndpointMessageType'];
export type DeliveryOrder = components['schemas']['DeliveryOrder'];
export type EventSubjectType = components['schemas']['EventSubjectType'];
export type EventType = components['schemas']['EventType'];
export type ExportFormat = components['schemas']['ExportFormat'];
export type FollowerName = components['schemas']['FollowerName'];
export type FollowerState = components['schemas']['FollowerState'];
export type RowDifferenceKind = components['schemas']['RowDifferenceKind'];
export type RebuildKind = components['schemas']['RebuildKind'];
export type RebuildState = components['schemas']['RebuildState'];
export type ParkedItemState = components['schemas']['ParkedItemState'];
export type DialTimeout = components['schemas']['DialTimeout'];
export type Scope = components['schemas']['Scope'];
export type QuotaResource = components['schemas']['QuotaResource'];
export type ImportResult = components['schemas']['ImportResult'];
export type ZonesSource = components['schemas']['ZonesSource'];
export type ErasureResult = components['schemas']['ErasureResult'];
export type DoNotCallSource = components['schemas']['DoNotCallSource'];
export type Priority = components['schemas']['Priority'];
export type SmartListSource = components['schemas']['SmartListSource'];
export type Weekday = components['schemas']['Weekday'];
export type MemberStatusReason = components['schemas']['MemberStatusReason'];
export type MemberSource = components['schemas']['MemberSource'];
export type ImportKind = components['schemas']['ImportKind'];
export type OutcomeType = components['schemas']['OutcomeType'];
export type DestinationType = components['schemas']['DestinationType'];
export type EndResult = components['schemas']['EndResult'];
export type GateName = components['schemas']['GateName'];
export type GateStatus = components['schemas']['GateStatus'];
export type CallDispatchedMessageType = components['schemas']['CallDispatchedMessageType'];
export type CallEndedMessageType = components['schemas']['CallEndedMessageType'];
export type CallLostMessageType = components['schemas']['CallLostMessageType'];
export type CallCompletion = components['schemas']['CallCompletion'];
export type CallCompletedMessageType = components['schemas']['CallCompletedMessageType'];
export type CallOutcomeMessageType = components['schemas']['CallOutcomeMessageType'];
export type MemberExhaustedMessageType = components['schemas']['MemberExhaustedMessageType'];
export type MoveReason = components['schemas']['MoveReason'];
export type MemberMovedMessageType = components['schemas']['MemberMovedMessageType'];
export type ListDrainedMessageType = components['schemas']['ListDrainedMessageType'];
export type CallbackDueMessageType = components['schemas']['CallbackDueMessageType'];
export type DoNotCallAddedMessageType = components['schemas']['DoNotCallAddedMessageType'];
export type ImportFinishedMessageType = components['schemas']['ImportFinishedMessageType'];
export type EndpointPausedMessageType = components['schemas']['EndpointPausedMessageType'];
export type EndpointTestMessageType = components['schemas']['EndpointTestMessageType'];
export type EndpointEventType = components['schemas']['EndpointEventType'];
export type EndpointState = components['schemas']['EndpointState'];
export type WebhookOutcomeType = components['schemas']['WebhookOutcomeType'];
export type OutcomeAppliedType = components['schemas']['OutcomeAppliedType'];
export type ContactErasedType = components['schemas']['ContactErasedType'];
export type WebhookEventType = components['schemas']['WebhookEventType'];
export type EventActorType = components['schemas']['EventActorType'];
export type EventStream = components['schemas']['EventStream'];
export type ApiVersion = components['schemas']['ApiVersion'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseMalformedRequest = components['responses']['MalformedRequest'];
export type ResponseUriTooLong = components['responses']['UriTooLong'];
export type ResponseHeadersTooLarge = components['responses']['HeadersTooLarge'];
export type ResponseInternal = components['responses']['Internal'];
export type ResponseInvalidPageToken = components['responses']['InvalidPageToken'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseResourceConflict = components['responses']['ResourceConflict'];
export type ResponseInvalidBody = components['responses']['InvalidBody'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseValidationFailed = components['responses']['ValidationFailed'];
export type ResponseInvalidBodyOrInvalidReference = components['responses']['InvalidBodyOrInvalidReference'];
export type ResponseInvalidBodyOrInvalidPageToken = components['responses']['InvalidBodyOrInvalidPageToken'];
export type ResponseResourceConflictOrQuotaExceededOrIdempotencyInProgress = components['responses']['ResourceConflictOrQuotaExceededOrIdempotencyInProgress'];
export type ResponseInsufficientScope = components['responses']['InsufficientScope'];
export type ResponseIdempotencyKeyReused = components['responses']['IdempotencyKeyReused'];
export type ResponseIdempotencyInProgress = components['responses']['IdempotencyInProgress'];
export type ResponseResourceConflictOrIdempotencyInProgress = components['responses']['ResourceConflictOrIdempotencyInProgress'];
export type ResponseContactInCallOrIdempotencyInProgress = components['responses']['ContactInCallOrIdempotencyInProgress'];
export type ResponsePreconditionFailed = components['responses']['PreconditionFailed'];
export type ResponseInvalidBodyOrInvalidReferenceOrWaterfallCycle = components['responses']['InvalidBodyOrInvalidReferenceOrWaterfallCycle'];
export type ResponseCallbackRefusedOrIdempotencyInProgress = components['responses']['CallbackRefusedOrIdempotencyInProgress'];
export type ResponseQuotaExceededOrIdempotencyInProgress = components['responses']['QuotaExceededOrIdempotencyInProgress'];
export type ResponseResourceConflictOrQuotaExceeded = components['responses']['ResourceConflictOrQuotaExceeded'];
export type ResponseResourceConflictOrCallStateConflictOrQuotaExceededOrIdempotencyInProgress = components['responses']['ResourceConflictOrCallStateConflictOrQuotaExceededOrIdempotencyInProgress'];
export type ResponseResourceConflictOrContactErasedOrIdempotencyInProgress = components['responses']['ResourceConflictOrContactErasedOrIdempotencyInProgress'];
export type ResponseCallStateConflictOrIdempotencyInProgress = components['responses']['CallStateConflictOrIdempotencyInProgress'];
export type ResponseResourceConflictOrCallStateConflictOrContactErasedOrIdempotencyInProgress = components['responses']['ResourceConflictOrCallStateConflictOrContactErasedOrIdempotencyInProgress'];
export type ResponseResourceConflictOrCallbackRefusedOrCallStateConflictOrContactErasedOrQuotaExceededOrIdempotencyInProgress = components['responses']['ResourceConflictOrCallbackRefusedOrCallStateConflictOrContactErasedOrQuotaExceededOrIdempotencyInProgress'];
export type ResponseValidationFailedOrInvalidReference = components['responses']['ValidationFailedOrInvalidReference'];
export type ResponseResourceConflictOrContactErasedOrQuotaExceededOrIdempotencyInProgress = components['responses']['ResourceConflictOrContactErasedOrQuotaExceededOrIdempotencyInProgress'];
export type ParameterRequestId = components['parameters']['RequestId'];
export type ParameterPageSize = components['parameters']['PageSize'];
export type ParameterPageToken = components['parameters']['PageToken'];
export type ParameterItemId = components['parameters']['ItemId'];
export type ParameterWorkspaceId = components['parameters']['WorkspaceId'];
export type ParameterApiKeyId = components['parameters']['ApiKeyId'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterContactId = components['parameters']['ContactId'];
export type ParameterPhone = components['parameters']['Phone'];
export type ParameterSmartListId = components['parameters']['SmartListId'];
export type ParameterIfMatch = components['parameters']['IfMatch'];
export type ParameterCallingHoursId = components['parameters']['CallingHoursId'];
export type ParameterDialGroupId = components['parameters']['DialGroupId'];
export type ParameterImportId = components['parameters']['ImportId'];
export type ParameterOutcomeId = components['parameters']['OutcomeId'];
export type ParameterCallId = components['parameters']['CallId'];
export type ParameterEndpointId = components['parameters']['EndpointId'];
export type ParameterEndpointDeliveryId = components['parameters']['EndpointDeliveryId'];
export type ParameterDeliveryId = components['parameters']['DeliveryId'];
export type ParameterEventId = components['parameters']['EventId'];
export type ParameterSentXServiceDeliveryId = components['parameters']['SentXServiceDeliveryId'];
export type ParameterSentXServiceSignature = components['parameters']['SentXServiceSignature'];
export type ParameterSentWebhookId = components['parameters']['SentWebhookId'];
export type ParameterSentWebhookTimestamp = components['parameters']['SentWebhookTimestamp'];
export type ParameterSentWebhookSignature = components['parameters']['SentWebhookSignature'];
export type ParameterSentTraceparent = components['parameters']['SentTraceparent'];
export type ParameterSentUserAgent = components['parameters']['SentUserAgent'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderXCorrelationId = components['headers']['X-Correlation-Id'];
export type HeaderApiVersion = components['headers']['API-Version'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderProjectionLag = components['headers']['Projection-Lag'];
export type HeaderIdempotentReplayed = components['headers']['Idempotent-Replayed'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderBodyDigest = components['headers']['BodyDigest'];
export type HeaderEventsLag = components['headers']['Events-Lag'];
export type HeaderContentDisposition = components['headers']['Content-Disposition'];
export type HeaderExportRevision = components['headers']['Export-Revision'];
export type HeaderExportTime = components['headers']['Export-Time'];
export type $defs = Record<string, never>;
export interface operations {
    getLiveness: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            414: components["responses"]["UriTooLong"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service does its work. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            414: components["responses"]["UriTooLong"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics of this process. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            414: components["responses"]["UriTooLong"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
        };
    };
    listHeldStreams: {
        parameters: {
            query?: {
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of streams that are held back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldStreamPage"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    skipEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkipEvent"];
            };
        };
        responses: {
            /** @description An event that was skipped. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkippedEventResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is folded from the log, and how far. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectionsResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rebuildProjections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RebuildRows"];
            };
        };
        responses: {
            /** @description The rebuild that is under way. */
            202: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RebuildResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    goBackToRowsBefore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rebuild that is under way. */
            202: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RebuildResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listParkedItems: {
        parameters: {
            query?: {
                /** @description Only items of this kind. Left out: all. */
                kind?: components["schemas"]["ParkedKind"];
                /** @description Only items of this workspace. Left out: of all. */
                workspace_id?: string;
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of parked items. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParkedItemPage"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getParkedItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the item, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One item. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParkedItemResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryParkedItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the item, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of an item by the decision. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParkedDecision"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    skipParkedItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the item, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkipParkedItem"];
            };
        };
        responses: {
            /** @description What became of an item by the decision. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParkedDecision"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is asking. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of workspaces. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspacePage"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspace"];
            };
        };
        responses: {
            /** @description One workspace. */
            201: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the workspace, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One workspace with what it holds. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedWorkspaceResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the workspace, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteWorkspace"];
            };
        };
        responses: {
            /** @description The workspace is gone. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceDeletedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the workspace, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkspacePatch"];
            };
        };
        responses: {
            /** @description One workspace. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateSigningSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the workspace, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSigningSecret"];
            };
        };
        responses: {
            /** @description A signing secret, shown this once. */
            201: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSecretResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resealSigningSecrets: {
        parameters: {
            query?: {
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the signing secrets of a page of workspaces. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResealedSecretsPage"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the workspace, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All API keys of a workspace. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeysResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the workspace, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description A new API key with its secret, shown this once. */
            201: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the workspace, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                workspaceId: components["parameters"]["WorkspaceId"];
                /** @description The id of the API key, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                apiKeyId: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One API key. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    importContacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportContacts"];
            };
        };
        responses: {
            /** @description What became of an import. Items of the same contact are counted once. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactsImportedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ResourceConflictOrQuotaExceededOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description Only contacts with this phone, in E.164. Without `sort` and `order`: first those that are dialed by it. */
                phone?: string;
                /** @description Only the contact of this id of yours. */
                external_id?: string;
                /** @description Only contacts whose name begins with this, without case and accents. */
                name_prefix?: string;
                /** @description Only contacts that have this attribute with this value: its name, a colon, and the value as text, `visits:3` and `agreed:true` too. The name is one of the `searchable_attributes` of the workspace (GET /me). */
                attribute?: string;
                /** @description Only contacts that were first imported then or later. */
                created_from?: string;
                /** @description Only contacts that were first imported then or earlier. */
                created_to?: string;
                /** @description Left out: `name` with `name_prefix`, else `created`. */
                sort?: components["schemas"]["ContactSort"];
                /** @description From the first contact on, or from the last one. */
                order?: components["schemas"]["ContactOrder"];
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of contacts. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPage"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the contact, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                contactId: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One contact. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteContact: {
        parameters: {
            query?: {
                /** @description true: its data are erased too, which needs the scope `contacts:erase` as well. */
                erase?: boolean;
                /** @description Only with `erase=true`. true: a contact that is in a call is deleted now, and erased when the call has ended. Left out: it is not erased. */
                after_call?: boolean;
            };
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the contact, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                contactId: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A contact that is no more. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDeletedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ContactInCallOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the contact, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                contactId: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeContact"];
            };
        };
        responses: {
            /** @description One contact. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    refreshContactZones: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refresh of zones that is under way. */
            202: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ZonesRefreshResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    eraseContact: {
        parameters: {
            query?: {
                /** @description true: a contact that is in a call is deleted now, and erased when the call has ended. Left out: it is not erased. */
                after_call?: boolean;
            };
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the contact, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                contactId: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A contact whose data are erased. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactErasedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ContactInCallOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    eraseContacts: {
        parameters: {
            query?: {
                /** @description true: a contact that is in a call is deleted now, and erased when the call has ended. Left out: it is not erased. */
                after_call?: boolean;
            };
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseContacts"];
            };
        };
        responses: {
            /** @description What became of contacts that were to be erased. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactsErasedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    addDoNotCallEntries: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnterDoNotCall"];
            };
        };
        responses: {
            /** @description How many numbers were entered. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoNotCallEntered"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeDoNotCallEntries: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveDoNotCall"];
            };
        };
        responses: {
            /** @description How many numbers may be dialed again. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoNotCallRemoved"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDoNotCallEntries: {
        parameters: {
            query?: {
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the do-not-call register. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoNotCallEntries"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDoNotCallEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description In E.164; its + may be escaped as %2B. What is no phone number is `not_found`, like an unknown one. */
                phone: components["parameters"]["Phone"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One number that is not dialed. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoNotCallEntryResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSmartLists: {
        parameters: {
            query?: {
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the active smart lists. */
            200: {
                headers: {
                    ETag: components["headers"]["BodyDigest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartListPage"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSmartList: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSmartList"];
            };
        };
        responses: {
            /** @description One smart list. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartListResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSmartList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One smart list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartListResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSmartList: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A smart list that is no more. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartListDeletedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSmartList: {
        parameters: {
            query?: {
                /** @description true: nothing is changed, and the answer has `dry_run`: what the change would do. An Idempotency-Key is ignored then. */
                dry_run?: boolean;
            };
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SmartListPatch"];
            };
        };
        responses: {
            /** @description A smart list that was changed, or would be. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartListChangedResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReferenceOrWaterfallCycle"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    cloneSmartList: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CloneSmartList"];
            };
        };
        responses: {
            /** @description One smart list. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartListResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetSmartList: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResetSmartList"];
            };
        };
        responses: {
            /** @description A smart list whose members were reset. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartListResetResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCallingHours: {
        parameters: {
            query?: {
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the calling hours. */
            200: {
                headers: {
                    ETag: components["headers"]["BodyDigest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallingHoursPage"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCallingHours: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCallingHours"];
            };
        };
        responses: {
            /** @description Calling hours. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallingHoursResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallingHours: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the calling hours, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                callingHoursId: components["parameters"]["CallingHoursId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calling hours. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallingHoursResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCallingHours: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the calling hours, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                callingHoursId: components["parameters"]["CallingHoursId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calling hours that are no more. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallingHoursDeletedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeCallingHours: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the calling hours, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                callingHoursId: components["parameters"]["CallingHoursId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CallingHoursPatch"];
            };
        };
        responses: {
            /** @description Calling hours. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallingHoursResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDialGroups: {
        parameters: {
            query?: {
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the dial groups. */
            200: {
                headers: {
                    ETag: components["headers"]["BodyDigest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialGroupPage"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDialGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDialGroup"];
            };
        };
        responses: {
            /** @description One dial group. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialGroupResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDialGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the dial group, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                dialGroupId: components["parameters"]["DialGroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One dial group. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialGroupResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDialGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the dial group, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                dialGroupId: components["parameters"]["DialGroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A dial group that is no more. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialGroupDeletedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeDialGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the dial group, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                dialGroupId: components["parameters"]["DialGroupId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DialGroupPatch"];
            };
        };
        responses: {
            /** @description One dial group. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialGroupResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Only members of this status; left out: all but `removed`. */
                status?: components["schemas"]["MemberStatus"];
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
                /** @description The id of the contact, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                contactId: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One member. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
                /** @description The id of the contact, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                contactId: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMember"];
            };
        };
        responses: {
            /** @description One member. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CallbackRefusedOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMemberships: {
        parameters: {
            query?: {
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the contact, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                contactId: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of memberships. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembershipPage"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    addMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberReferences"];
            };
        };
        responses: {
            /** @description What became of each reference: the three counts add up to their number. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembersAddedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["QuotaExceededOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberReferences"];
            };
        };
        responses: {
            /** @description What became of each reference: the three counts add up to their number. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembersRemovedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberReferences"];
            };
        };
        responses: {
            /** @description What became of each reference: the three counts add up to their number. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembersResetResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMembersEverywhere: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberReferences"];
            };
        };
        responses: {
            /** @description What became of each reference: the three counts add up to their number. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembersRemovedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getListProgress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress of a smart list. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProgressResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Only those of this state. */
                state?: components["schemas"]["ImportState"];
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportsResponse"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateImport"];
            };
        };
        responses: {
            /** @description One import. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendImportRows: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the import, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                importId: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "application/jsonl": string;
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description One import. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrQuotaExceeded"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the import, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                importId: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One import. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRefusedRows: {
        parameters: {
            query?: {
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the import, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                importId: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of refused rows. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedRowsResponse"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the import, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                importId: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One import. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOutcomes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All outcomes of the workspace. */
            200: {
                headers: {
                    ETag: components["headers"]["BodyDigest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomesResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOutcome: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOutcome"];
            };
        };
        responses: {
            /** @description One outcome. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomeResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOutcome: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the outcome, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                outcomeId: components["parameters"]["OutcomeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One outcome. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomeResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOutcome: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the outcome, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                outcomeId: components["parameters"]["OutcomeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An outcome that is no more. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomeDeletedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeOutcome: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the outcome, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                outcomeId: components["parameters"]["OutcomeId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OutcomePatch"];
            };
        };
        responses: {
            /** @description One outcome. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomeResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description Only calls in this state. Left out: all. */
                state?: components["schemas"]["CallState"];
                /** @description Only calls that ended with this result. */
                result?: components["schemas"]["CallResult"];
                /** @description Only calls with this contact. */
                contact_id?: string;
                /** @description Only calls that were dispatched from this list. */
                smart_list_id?: string;
                /** @description Only calls to which this outcome was applied. */
                outcome_id?: string;
                /** @description Only calls of this agent. */
                agent_id?: string;
                /** @description Only the call of this reference. */
                reference?: string;
                /** @description Only calls that began then or later. */
                dispatched_from?: string;
                /** @description Only calls that began then or earlier. */
                dispatched_to?: string;
                /** @description The oldest first, or the newest. */
                order?: components["schemas"]["CallOrder"];
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of calls. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallsResponse"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterCall"];
            };
        };
        responses: {
            /** @description One call. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ResourceConflictOrCallStateConflictOrQuotaExceededOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the call, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                callId: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One call. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the call, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                callId: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeCall"];
            };
        };
        responses: {
            /** @description One call. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrContactErasedOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    extendCallLease: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the call, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                callId: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One call. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CallStateConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    endCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the call, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                callId: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndCall"];
            };
        };
        responses: {
            /** @description One call. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrCallStateConflictOrContactErasedOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    applyOutcome: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the call, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                callId: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplyOutcome"];
            };
        };
        responses: {
            /** @description A call to which an outcome was applied. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomeAppliedResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrCallbackRefusedOrCallStateConflictOrContactErasedOrQuotaExceededOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    dispatchNextCalls: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DispatchNextCalls"];
            };
        };
        responses: {
            /** @description The calls that were begun. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DispatchedCallsResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ResourceConflictOrQuotaExceededOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewNextCalls: {
        parameters: {
            query?: {
                /** @description How many calls to look ahead at most. */
                limit?: number;
                /** @description The active list that is dialed alone, from where its own last such call left off. Without it and `dial_group_id` the whole workspace is dialed. */
                smart_list_id?: string;
                /** @description The dial group whose lists are dialed, each tier from where the last call of the group left off. Not with `smart_list_id`. */
                dial_group_id?: string;
                /** @description Your own id of the agent who would be on the phone: its callbacks are given to it first. */
                agent_id?: string;
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whom the next calls would be with. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewedCallsResponse"];
                };
            };
            400: components["responses"]["ValidationFailedOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDialer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether dialing is paused. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialerResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeDialer: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DialerPatch"];
            };
        };
        responses: {
            /** @description Whether dialing is paused. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialerResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDialerStats: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How dialing stands: all numbers are of one instant. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DialerStatsResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the smart list, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                smartListId: components["parameters"]["SmartListId"];
                /** @description The id of the contact, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                contactId: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Why a member may be called now, or not. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberExplanationResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All endpoints of a workspace. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointsResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description A new endpoint, with its signing secret. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointCreatedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the endpoint, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One endpoint. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the endpoint, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An endpoint that is no more. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointDeletedResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the endpoint, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointPatch"];
            };
        };
        responses: {
            /** @description One endpoint. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEndpointDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries of this status. Left out: all. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Only messages of this type. */
                type?: components["schemas"]["EndpointMessageType"];
                /** @description Only messages about this call. */
                call_id?: string;
                /** @description Only messages about this contact. */
                contact_id?: string;
                /** @description Only deliveries that were requested then or later. */
                from?: string;
                /** @description Only deliveries that were requested then or earlier. */
                to?: string;
                /** @description The newest first, or the oldest. */
                order?: components["schemas"]["DeliveryOrder"];
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the endpoint, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries to an endpoint. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointDeliveriesResponse"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEndpointDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the endpoint, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                endpointId: components["parameters"]["EndpointId"];
                /** @description The id of the endpoint delivery, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                endpointDeliveryId: components["parameters"]["EndpointDeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One delivery to an endpoint. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointDeliveryResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the endpoint, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A message that tries an endpoint out is requested. */
            202: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointTestResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["QuotaExceededOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the endpoint, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One endpoint. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    recoverDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoverDeliveries"];
            };
        };
        responses: {
            /** @description How much is sent again. */
            202: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveredDeliveriesResponse"];
                };
            };
            400: components["responses"]["InvalidBodyOrInvalidReference"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["QuotaExceededOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSigningSecrets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets that sign now. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSecretsResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecret"];
            };
        };
        responses: {
            /** @description A new signing secret, shown this once. */
            201: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSecretResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEndpointSecrets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the endpoint, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets that sign now. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSecretsResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateEndpointSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the endpoint, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecret"];
            };
        };
        responses: {
            /** @description A new signing secret, shown this once. */
            201: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSecretResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries of this status. Left out: all. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Only deliveries of this outcome, repeated ones too. */
                outcome_id?: string;
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the delivery, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One delivery. */
            200: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: after a refusal the key may be sent again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the delivery, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery that repeats another one. */
            202: {
                headers: {
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryResponse"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ResourceConflictOrContactErasedOrQuotaExceededOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events that name this; with `subject_id`. */
                subject_type?: components["schemas"]["EventSubjectType"];
                /** @description Its id; of a member `{smart_list_id}/{contact_id}`. */
                subject_id?: string;
                /** @description Only events of this type. */
                type?: components["schemas"]["EventType"];
                /** @description Only events of this time or later. */
                from?: string;
                /** @description Only events of this time or earlier. */
                to?: string;
                /** @description How many rows at most. May change from page to page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The `next_page_token` of the page before, unchanged. */
                page_token?: components["parameters"]["PageToken"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "Events-Lag": components["headers"]["Events-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["InvalidPageToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the event, in upper or lower case. What is no UUID is `not_found`, like an unknown one. */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One event. */
            200: {
                headers: {
                    "Events-Lag": components["headers"]["Events-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportContacts: {
        parameters: {
            query?: {
                /** @description The form of the file. */
                format?: components["schemas"]["ExportFormat"];
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. It is whole if the connection ends as HTTP says that it does. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Export-Revision": components["headers"]["Export-Revision"];
                    "Export-Time": components["headers"]["Export-Time"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportMembers: {
        parameters: {
            query: {
                /** @description The form of the file. */
                format?: components["schemas"]["ExportFormat"];
                /** @description The list whose members are exported. */
                smart_list_id: string;
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. It is whole if the connection ends as HTTP says that it does. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Export-Revision": components["headers"]["Export-Revision"];
                    "Export-Time": components["headers"]["Export-Time"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportCalls: {
        parameters: {
            query?: {
                /** @description The form of the file. */
                format?: components["schemas"]["ExportFormat"];
                /** @description Only calls with this contact. */
                contact_id?: string;
                /** @description Only calls that were dispatched from this list. */
                smart_list_id?: string;
                /** @description Only calls that began then or later. */
                dispatched_from?: string;
                /** @description Only calls that began then or earlier. */
                dispatched_to?: string;
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. It is whole if the connection ends as HTTP says that it does. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Export-Revision": components["headers"]["Export-Revision"];
                    "Export-Time": components["headers"]["Export-Time"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportRefusedRows: {
        parameters: {
            query: {
                /** @description The form of the file. */
                format?: components["schemas"]["ExportFormat"];
                /** @description The import whose refused rows are exported. */
                import_id: string;
            };
            header?: {
                /** @description Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. It is whole if the connection ends as HTTP says that it does. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Export-Revision": components["headers"]["Export-Revision"];
                    "Export-Time": components["headers"]["Export-Time"];
                    "Projection-Lag": components["headers"]["Projection-Lag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveCallDispatched: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallDispatchedMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCallEnded: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallEndedMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCallLost: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallLostMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCallCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallCompletedMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCallOutcome: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallOutcomeMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveMemberExhausted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberExhaustedMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveMemberMoved: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberMovedMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveListDrained: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListDrainedMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCallbackDue: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallbackDueMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveDoNotCallAdded: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DoNotCallAddedMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveImportFinished: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportFinishedMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveEndpointPaused: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointPausedMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveEndpointTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointTestMessage"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveOutcomeApplied: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OutcomeAppliedEvent"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveContactErased: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same on every attempt. */
                "X-Service-Delivery-Id": components["parameters"]["SentXServiceDeliveryId"];
                /** @description HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas. */
                "X-Service-Signature": components["parameters"]["SentXServiceSignature"];
                /** @description As X-Service-Delivery-Id (Standard Webhooks 1.0.0). */
                "webhook-id": components["parameters"]["SentWebhookId"];
                /** @description When this attempt began, in seconds since 1970 (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["SentWebhookTimestamp"];
                /** @description HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks. */
                "webhook-signature": components["parameters"]["SentWebhookSignature"];
                /** @description The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it. */
                traceparent?: components["parameters"]["SentTraceparent"];
                /** @description Which service it comes from. */
                "User-Agent": components["parameters"]["SentUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactErasedEvent"];
            };
        };
        responses: {
            /** @description Never wanted: the delivery is `cancelled`, and not tried again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            429: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again, at the earliest when Retry-After says. */
            503: {
                headers: {
                    /** @description Seconds, or an HTTP date: no attempt is made before. More than 24 h counts as that. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is not read for anything; its beginning is shown with the attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: redirects are never followed. Tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure. Tried again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
